import { describe, expect, test } from "vitest";
import type { PauseReason } from "@/lib/core/tool-pause";
import { deferred } from "@/lib/testing/deferred";
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
import { createManualClock } from "@/lib/testing/manual-clock";
import type { Script } from "@/lib/testing/models/scripted-model";

describe("a tool that asks for a value", () => {
  test.each<PauseReason>(["await_input", "external_event", "constraints_conflict"])(
    "by %s is given it as its observation, without running again",
    async (reason) => {
      const { runs, tool } = askingTool("asker", reason, { options: ["red", "blue", "red"] });
      const run = await play([tool], callOnce(call("asker", "c1")));
      expect(run.state().tasks.t?.status).toBe("waiting");
      expect(run.state()).toMatchObject({ active: {}, inFlight: {} });
      expect(gates(run)).toMatchObject([
        {
          kind: "tool_input",
          prompt: "What about 1?",
          shown: { inline: { version: "1" } },
          subject: { tool: "asker", callId: "c1", step: 1, attempt: 1 },
          pause: { reason, options: ["red", "blue"] },
        },
      ]);
      await run.engine.person({ type: "decide", verb: "respond", value: { colour: "blue" } });
      await resumeRun(run);
      expect(runs).toHaveLength(1);
      expect(toolResults(run.model.requests[1])).toMatchObject([
        { output: { colour: "blue" }, isError: false },
      ]);
      expect([...run.engine.store.toolCalls.values()]).toMatchObject([
        { status: "finished", ok: true, output: { colour: "blue" } },
      ]);
      expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
    },
  );

  test("that is not given is an error with the person's words, and the agent continues", async () => {
    const { tool } = askingTool("asker", "await_input");
    const run = await play([tool], callOnce(call("asker", "c1")));
    await run.engine.person({ type: "decide", verb: "reject", comment: "nobody knows" });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { isError: true, output: 'A person did not answer "asker": nobody knows' },
    ]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("may ask from a program, which continues with the answer", async () => {
    const { tool } = askingTool("asker", "await_input");
    const program = { id: "t", title: "P", type: "direct", input: '(get (tool/asker {:version "1"}) "n")' };
    const run = await createScriptedRun([program], { tools: [tool] });
    await resumeRun(run);
    await run.engine.person({ type: "decide", verb: "respond", value: { n: 7 } });
    await resumeRun(run);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: 7 } });
  });

  test("large arguments and details fit into an event, and are there in full", async () => {
    const long = "好".repeat(4_000);
    const { tool } = askingTool("asker", "await_input", { question: "Long?", details: long });
    const run = await play([tool], callOnce(call("asker", "c1", long)));
    expect(gates(run)).toMatchObject([
      { shown: { ref: expect.any(String) }, pause: { details: { ref: expect.any(String) } } },
    ]);
    await run.engine.person({ type: "decide", verb: "respond", value: "yes" });
    await resumeRun(run);
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([
      { args: { version: long }, output: "yes" },
    ]);
  });
});

describe("a tool that asks for consent", () => {
  test("runs again with it, under the same key; who gave it is known to the tool", async () => {
    const { runs, tool } = askingTool("asker", "approval_required");
    const run = await play([tool], callOnce(call("asker", "c1")));
    expect(gates(run)).toMatchObject([{ kind: "tool_approval", pause: { reason: "approval_required" } }]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    const by = expect.objectContaining({ kind: "person" });
    expect(runs).toEqual([
      { version: "1", key: runs[0]?.key, approval: undefined },
      { version: "1", key: runs[0]?.key, approval: { verb: "approve", value: { version: "1" }, by } },
    ]);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ output: { done: "1" }, isError: false }]);
  });

  test("runs with what the person made of its arguments", async () => {
    const { runs, tool } = askingTool("asker", "approval_required");
    const run = await play([tool], callOnce(call("asker", "c1")));
    await run.engine.person({ type: "decide", verb: "edit", value: { version: "2" } });
    await resumeRun(run);
    expect(runs[1]).toMatchObject({ version: "2", approval: { verb: "edit", value: { version: "2" } } });
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: { arguments: { version: "2" }, result: { done: "2" } } },
    ]);
  });

  test("may ask again, as often as it likes: each question is a gate of its own", async () => {
    let asked = 0;
    const tool = testTool("asker", {
      sideEffects: "write",
      run: (_, { pause, approval }) =>
        asked++ < 2 ? pause("approval_required", { question: `Sure, ${asked}?` }) : String(approval?.verb),
    });
    const run = await createScriptedRun([TASK], { script: callOnce(call("asker", "c1")), tools: [tool] });
    for (let n = 1; n <= 2; n += 1) {
      await resumeRun(run);
      expect(gates(run).filter(({ status }) => status === "open")).toMatchObject([{ prompt: `Sure, ${n}?` }]);
      await run.engine.person({ type: "decide", verb: "approve" });
    }
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ output: "approve", isError: false }]);
    expect(run.payloads("tool_started")).toHaveLength(3);
  });

  test("is asked about first by a policy, then by itself", async () => {
    const { runs, tool } = askingTool("asker", "approval_required");
    const rules = [{ tool: "asker", path: "version", operator: "=", value: "1", effect: "ask" }];
    const run = await play([tool], callOnce(call("asker", "c1")), { settings: { toolPolicy: { rules } } });
    expect(runs).toEqual([]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(gates(run)).toMatchObject([{ status: "decided" }, { status: "open", prompt: "What about 1?" }]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(runs.map(({ approval }) => approval?.verb)).toEqual([undefined, "approve"]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("that has begun already is a failed call: nothing is asked", async () => {
    const tool = testTool("asker", {
      async run(_, context) {
        await context.effectBegins();
        return context.pause("approval_required", { question: "Too late?" });
      },
    });
    const run = await play([tool], callOnce(call("asker", "c1")));
    expect(gates(run)).toEqual([]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { isError: true, output: expect.stringContaining("paused after its first effect") },
    ]);
  });
});

test("a worker that is lost while an approved tool runs leaves the consent to the next one", async () => {
  const reached = deferred();
  let consented = 0;
  const { tool } = askingTool(
    "asker",
    "approval_required",
    {},
    {
      idempotent: true,
      run(_, context) {
        if (!context.approval) return context.pause("approval_required", { question: "Go on?" });
        consented += 1;
        if (consented > 1) return "done";
        reached.resolve();
        return new Promise(() => {});
      },
    },
  );
  const run = await play([tool], callOnce(call("asker", "c1")));
  await run.engine.person({ type: "decide", verb: "approve" });
  const lost = await run.lease();
  await reached.promise;
  lost.lose();
  await run.engine.store.jobs.release(lost.claim);
  await resumeRun(run);
  expect(consented).toBe(2);
  expect(gates(run)).toHaveLength(1);
  expect(run.state().tasks.t?.status).toBe("succeeded");
});

describe("what is left of an attempt's budgets", () => {
  test("stands still while it waits: its time, and its hops", async () => {
    const clock = createManualClock();
    const slow = testTool("slow", { run: () => clock.sleep(40_000).then(() => "slept") });
    const { tool } = askingTool("asker", "await_input");
    const script: Script = ({ messages }) => {
      if (messages.length === 1) return { calls: [call("slow", "c1")] };
      if (messages.length === 3) return { calls: [call("asker", "c2")] };
      return messages.length === 5 ? { calls: [call("slow", "c3")] } : "told";
    };
    const timed = { ...TASK, timeoutMs: 60_000, maxRetries: 0 };
    const run = await createScriptedRun([timed], { script, tools: [slow, tool], clock });
    const first = await run.lease();
    await clock.advance(40_000);
    await first.ended;
    expect(run.state().tasks.t?.status).toBe("waiting");
    expect(clock.nextMs()).toBeUndefined();
    await clock.advance(3_600_000);
    await run.engine.person({ type: "decide", verb: "respond", value: "go" });
    const second = await run.lease();
    await clock.advance(40_000);
    await second.ended;
    expect(run.state().tasks.t).toMatchObject({ status: "failed", failureCode: "timeout" });
  });

  test("of its own continues where it was: the agent's deadline and its hop budget", async () => {
    const clock = createManualClock();
    const slow = testTool("slow", { run: () => clock.sleep(4_000).then(() => "slept") });
    const { tool } = askingTool("asker", "await_input");
    const turns = [call("slow", "c1"), call("asker", "c2"), call("slow", "c3")];
    const script: Script = ({ messages }) => {
      const next = turns[(messages.length - 1) / 2];
      return next ? { text: "I look", calls: [next] } : "told";
    };
    const play = async (limits: object) => {
      const worker = { prompt: "Work.", tools: ["slow", "asker"], ...limits };
      const run = await createScriptedRun([TASK], { script, tools: [slow, tool], clock, agents: { worker } });
      const first = await run.lease();
      await clock.advance(4_000);
      await first.ended;
      expect(run.state().tasks.t?.status).toBe("waiting");
      await clock.advance(3_600_000);
      await run.engine.person({ type: "decide", verb: "respond", value: "go" });
      const second = await run.lease();
      await clock.advance(4_000);
      await second.ended;
      const { status, failureCode, diagnosis, attempts } = run.state().tasks.t ?? {};
      return { status, failureCode, diagnosis, output: attempts?.[0]?.output };
    };
    expect(await play({ deadlineMs: 9_000, hopBudget: 3 })).toMatchObject({ status: "succeeded" });
    const ended = { status: "failed", failureCode: "budget_exhausted", output: { inline: "I look" } };
    expect(await play({ deadlineMs: 7_000 })).toMatchObject({
      ...ended,
      diagnosis: { code: "attempt_budget", counter: "deadlineMs", used: 7_000, limit: 7_000 },
    });
    expect(await play({ hopBudget: 2 })).toMatchObject({
      ...ended,
      diagnosis: { code: "attempt_budget", counter: "hopBudget", used: 2, limit: 2 },
    });
  });

  test("a call that asks takes one hop, whether it is answered or runs again", async () => {
    const { tool: value } = askingTool("value", "await_input");
    const { tool: consent } = askingTool("consent", "approval_required");
    const script = callOnce(call("value", "c1"), call("consent", "c2"), call("look", "c3"));
    const run = await play([silentTool, value, consent], script, { settings: { maxHops: 3 } });
    await run.engine.person({ type: "decide", verb: "approve", callId: "c2" });
    await run.engine.person({ type: "decide", verb: "respond", callId: "c1", value: "go" });
    await resumeRun(run);
    expect(run.state().ledger.used.hops).toBe(3);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });
});
