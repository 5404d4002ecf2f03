import { describe, expect, test } from "vitest";
import { readJsonBlock } from "@/lib/core/prompt-blocks";
import { deferred } from "@/lib/testing/deferred";
import { RUN_ID } from "@/lib/testing/engine/memory-engine";
import { createScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import {
  askingTool,
  call,
  callOnce,
  gates,
  playUntilAsked as play,
  resumeRun,
  silentTool,
  TASK,
  toolResults,
} from "@/lib/testing/engine/tool-call-runs";
import type { Script } from "@/lib/testing/models/scripted-model";

describe("a parallel set in which tools ask", () => {
  const rules = [{ tool: "look", path: "version", operator: "=", value: "ask", effect: "ask" }];
  const settings = { toolPolicy: { rules } };
  const script = callOnce(
    call("look", "c1", "ok"),
    call("value", "c2"),
    call("consent", "c3"),
    call("look", "c4", "ask"),
  );
  const world = () => {
    const [value, consent] = [askingTool("value", "await_input"), askingTool("consent", "approval_required")];
    return { value, consent, tools: [silentTool, value.tool, consent.tool] };
  };

  test("commits what it has, asks for each by itself, and continues when all are answered", async () => {
    const { consent, tools } = world();
    const run = await play(tools, script, { settings });
    expect(
      gates(run)
        .map(({ subject, kind }) => [subject?.callId, kind])
        .sort(),
    ).toEqual([
      ["c2", "tool_input"],
      ["c3", "tool_approval"],
      ["c4", "tool_approval"],
    ]);
    const { steps } = await run.engine.store.reads.attempt(RUN_ID, "t", 1);
    const [step] = steps;
    expect(step?.body).toMatchObject({ branches: [{ callId: "c1", ok: true }] });
    await run.engine.person({ type: "decide", verb: "reject", callId: "c4" });
    await run.engine.person({ type: "decide", verb: "approve", callId: "c3" });
    expect(run.state().tasks.t?.status).toBe("waiting");
    await run.engine.person({ type: "decide", verb: "respond", callId: "c2", value: "given" });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { callId: "c1", isError: false },
      { callId: "c2", isError: false, output: "given" },
      { callId: "c3", isError: false, output: { done: "1" } },
      { callId: "c4", isError: true },
    ]);
    expect(consent.runs).toHaveLength(2);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  test("asks the same after a crash before its gates were open, without running a tool again that has asked", async () => {
    const [reached, release] = [deferred(), deferred()];
    const value = askingTool("value", "await_input");
    let slow = 0;
    const tools = [
      value.tool,
      testTool("look", {
        async run() {
          slow += 1;
          reached.resolve();
          await release.promise;
          return { saw: "late" };
        },
      }),
    ];
    const run = await createScriptedRun([TASK], {
      script: callOnce(call("value", "c1"), call("look", "c2")),
      tools,
    });
    const first = await run.lease();
    await reached.promise;
    await run.engine.until(({ tasks }) => Object.keys(tasks.t?.paused ?? {}).length === 1);
    first.lose();
    release.resolve();
    await run.engine.store.jobs.release(first.claim);
    await resumeRun(run);
    expect(value.runs).toHaveLength(1);
    expect(slow).toBe(2);
    expect(gates(run)).toMatchObject([{ prompt: "What about 1?", status: "open" }]);
    await run.engine.person({ type: "decide", verb: "respond", value: "given" });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: "given" },
      { output: { saw: "late" } },
    ]);
  });
});

describe("a join after a set in which a tool asks", () => {
  const merge = testTool("merge", {
    inputSchema: { type: "object", properties: { parts: { type: "array" } }, required: ["parts"] },
    run: ({ parts = null }) => ({ merged: parts }),
  });
  const set = {
    thought: "Both",
    next_node: null,
    plan: [
      { node: "look", args: { version: "1" } },
      { node: "asker", args: { version: "2" } },
    ],
    join: { node: "merge", args: { parts: "$results" } },
  };
  const finish = { thought: "Done", next_node: null, args: { answer: "told" } };
  const script: Script = ({ messages }) => JSON.stringify(messages.length === 1 ? set : finish);
  const about = { toolCalling: "json" } as const;
  const observation = (run: Awaited<ReturnType<typeof play>>) => {
    const message = run.model.requests[1]?.messages.at(-1);
    return message?.role === "user" ? readJsonBlock(message.text, "observation") : undefined;
  };

  test("waits for the answer, and runs on it", async () => {
    const { tool } = askingTool("asker", "await_input");
    const run = await play([silentTool, tool, merge], script, { modelOverrides: about });
    expect(run.payloads("tool_started").map(({ tool: name }) => name)).not.toContain("merge");
    await run.engine.person({ type: "decide", verb: "respond", value: "given" });
    await resumeRun(run);
    expect(observation(run)).toMatchObject({
      join: { observation: { merged: [{ saw: "1" }, "given"] } },
    });
  });

  test("is skipped when a person denies the call, with what they said", async () => {
    const { tool } = askingTool("asker", "approval_required");
    const run = await play([silentTool, tool, merge], script, { modelOverrides: about });
    await run.engine.person({ type: "decide", verb: "reject", comment: "not today" });
    await resumeRun(run);
    expect(run.payloads("tool_started").map(({ tool: name }) => name)).not.toContain("merge");
    expect(observation(run)).toMatchObject({
      success: 1,
      failed: 1,
      join: {
        error: expect.stringMatching(/^"merge" was not run, because 1 of 2 calls failed: .*: not today/),
      },
    });
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("may ask itself, after its set, and runs once a person consents", async () => {
    const consent = testTool("merge", {
      inputSchema: merge.inputSchema,
      sideEffects: "write",
      run: ({ parts = null }, { pause, approval }) =>
        approval ? { merged: parts } : pause("approval_required", { question: "Merge?" }),
    });
    const { tool } = askingTool("asker", "await_input");
    const run = await play([silentTool, tool, consent], script, { modelOverrides: about });
    await run.engine.person({ type: "decide", verb: "respond", value: "given" });
    await resumeRun(run);
    expect(gates(run).at(-1)).toMatchObject({ prompt: "Merge?", status: "open" });
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(observation(run)).toMatchObject({ join: { observation: { merged: [{ saw: "1" }, "given"] } } });
  });
});
