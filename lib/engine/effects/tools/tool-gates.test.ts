import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import type { ItemVerdict } from "@/lib/core/run/gates/items";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, type ScriptedRun, testTool } from "@/lib/testing/engine/scripted-run";
import {
  deployOnce,
  deployTool,
  deployTurn,
  gates,
  resumeRun,
  TASK,
  toolResults,
} from "@/lib/testing/engine/tool-call-runs";
import { createManualClock } from "@/lib/testing/manual-clock";
import type { Script } from "@/lib/testing/models/scripted-model";
import { questionOf } from "@/lib/testing/runs/question-of";
import type { ToolDescriptor } from "@/lib/tools";

const ask = (value: string, effect = "ask") => ({
  tool: "deploy",
  path: "version",
  operator: "=",
  value,
  effect,
});

type Decide = Extract<Parameters<ScriptedRun["engine"]["person"]>[0], { type: "decide" }>;
type Rules = { rules?: object[]; denied?: string[] };

async function play(script: Script, tools: ToolDescriptor[], policy?: Rules, tasks: object[] = [TASK]) {
  const settings = policy ? { toolPolicy: policy } : {};
  const run = await createScriptedRun(tasks, { script, tools, settings });
  await (await run.lease()).ended;
  return run;
}

describe("a call that a policy lets only a person allow", () => {
  test("waits, in the tool's own words, and runs when it is approved", async () => {
    const { done, tool } = deployTool();
    const run = await play(deployOnce("1"), [tool], { rules: [ask("1")] });
    expect(done).toEqual([]);
    expect(run.state().tasks.t?.status).toBe("waiting");
    expect(gates(run)).toMatchObject([
      {
        kind: "tool_approval",
        question: {
          summary: "Deploy 1",
          reasons: [{ code: "policy", policy: { code: "rule", path: "version", source: { level: "run" } } }],
        },
        shown: { inline: { version: "1" } },
        subject: { tool: "deploy", callId: "c1", step: 1 },
      },
    ]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(done).toEqual(["1"]);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
    expect(run.model.requests).toHaveLength(3);
  });

  test("runs with edited arguments, and its agent is told of them", async () => {
    const { done, tool } = deployTool();
    const run = await play(deployOnce("1"), [tool], { rules: [ask("1")] });
    await run.engine.person({ type: "decide", verb: "edit", value: { version: "2" } });
    await resumeRun(run);
    expect(done).toEqual(["2"]);
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([{ args: { version: "2" }, ok: true }]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: { arguments: { version: "2" }, result: { version: "2" } } },
    ]);
  });

  test.each<[string, Json, RegExp]>([
    ["the tool does not take", { version: 2 }, /^Invalid arguments for "deploy"/],
    ["a policy denies", { version: "9" }, /^"deploy" was not run\. Argument rule: version = "9"/],
  ])("is denied with edited arguments that %s", async (_, value, message) => {
    const { done, tool } = deployTool();
    const run = await play(deployOnce("1"), [tool], { rules: [ask("1"), ask("9", "deny")] });
    await run.engine.person({ type: "decide", verb: "edit", value });
    await resumeRun(run);
    expect(done).toEqual([]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { isError: true, output: expect.stringMatching(message) },
    ]);
  });

  test("is an error with the person's words when they reject it", async () => {
    const { done, tool } = deployTool();
    const run = await play(deployOnce("1"), [tool], { rules: [ask("1")] });
    await run.engine.person({ type: "decide", verb: "reject", comment: "not on a Friday" });
    await resumeRun(run);
    expect(done).toEqual([]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { isError: true, output: 'A person did not let "deploy" run: not on a Friday' },
    ]);
    expect(run.payloads("tool_denied")).toHaveLength(1);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("with a rejected item of its list tells its agent which and why, run without it or not", async () => {
    const items: ItemVerdict[] = [
      { verdict: "accept", excerpt: "Ada" },
      { verdict: "reject", excerpt: "Bob", reason: "he left" },
    ];
    const played = async (answer: Pick<Decide, "verb" | "value">) => {
      const { done, tool } = deployTool();
      const run = await play(deployOnce("1"), [tool], { rules: [ask("1")] });
      await run.engine.person({ type: "decide", items, ...answer });
      await resumeRun(run);
      return { done, results: toolResults(run.model.requests[1]) };
    };
    const edited = await played({ verb: "edit", value: { version: "2" } });
    expect(edited.done).toEqual(["2"]);
    const leftOut = [{ item: 2, excerpt: "Bob", reason: "he left" }];
    expect(edited.results).toMatchObject([{ output: { leftOut, arguments: { version: "2" } } }]);
    const refused = await played({ verb: "reject" });
    expect(refused.done).toEqual([]);
    expect(refused.results).toMatchObject([
      { isError: true, output: expect.stringContaining("1 of 2 items rejected:\n- 2. Bob: he left") },
    ]);
  });

  test("is told so by the next worker as well, where the first was lost after the call", async () => {
    const { tool } = deployTool();
    const [begun, never] = [deferred<void>(), deferred<Json>()];
    let looks = 0;
    const look = testTool("look", {
      idempotent: true,
      run: () => {
        looks += 1;
        if (looks > 1) return "seen";
        begun.resolve();
        return never.promise;
      },
    });
    const script: Script = ({ messages }) => {
      const [one] = deployTurn("1").calls;
      return messages.length === 1 && one
        ? { calls: [one, { tool: "look", callId: "c2", args: { version: "1" } }] }
        : "shipped";
    };
    const rules = [ask("1"), { ...ask("1"), tool: "look" }];
    const run = await play(script, [tool, look], { rules });
    const items: ItemVerdict[] = [
      { verdict: "reject", excerpt: "Bob", reason: "he left" },
      { verdict: "accept", excerpt: "Ada" },
    ];
    await run.engine.person({
      type: "decide",
      callId: "c1",
      verb: "edit",
      value: { version: "2" },
      items,
      comment: "Bob is not in it",
    });
    await run.engine.person({ type: "decide", callId: "c2", verb: "approve", comment: "look twice" });
    await run.takeOver(
      begun.promise.then(() => run.engine.until(() => run.payloads("tool_finished").length > 0)),
    );
    expect(toolResults(run.model.requests[1])).toMatchObject([
      {
        output: {
          leftOut: [{ item: 1, excerpt: "Bob", reason: "he left" }],
          people_said: [{ words: "Bob is not in it" }],
        },
      },
      { output: { people_said: [{ words: "look twice" }], result: "seen" } },
    ]);
  });

  test.each<[string, Pick<Decide, "verb" | "value" | "comment">, Json]>([
    [
      "lets it run with",
      { verb: "approve", comment: " cc the auditor next time " },
      {
        note: expect.any(String),
        people_said: [{ by: "Pat", words: "cc the auditor next time" }],
        result: { version: "1" },
      } as never,
    ],
    [
      "edits it with",
      { verb: "edit", value: { version: "2" }, comment: "2, as 1 is gone" },
      {
        note: "A person changed the arguments of this call.",
        arguments: { version: "2" },
        people_said: [{ by: "Pat", words: "2, as 1 is gone" }],
        result: { version: "2" },
      },
    ],
    ["lets it run without", { verb: "approve", comment: " " }, { version: "1" }],
    ["lets it run, and says nothing", { verb: "approve" }, { version: "1" }],
  ])("is told what a person said who %s a comment", async (_, answer, output) => {
    const { tool } = deployTool();
    const run = await play(deployOnce("1"), [tool], { rules: [ask("1")] });
    await run.engine.person({ type: "decide", ...answer });
    await resumeRun(run);
    const [result] = toolResults(run.model.requests[1]);
    expect(result?.output).toEqual(output);
  });

  test("is not even offered where it is denied whatever its arguments", async () => {
    const { tool } = deployTool();
    const run = await play(deployOnce("1"), [tool, testTool("look")], { denied: ["deploy"] });
    expect(run.model.requests[0]?.tools?.map(({ name }) => name)).toEqual(["look"]);
    expect(run.payloads("tool_started")).toEqual([]);
  });

  test("is ruled on in programs too", async () => {
    const { done, tool } = deployTool();
    const program = {
      id: "t",
      title: "P",
      type: "direct",
      input: '(get (tool/deploy {:version "1"}) "version")',
    };
    const run = await play(() => "unused", [tool], { rules: [ask("1")] }, [program]);
    expect(run.state().tasks.t?.status).toBe("waiting");
    await run.engine.person({ type: "decide", verb: "edit", value: { version: "2" } });
    await resumeRun(run);
    expect(done).toEqual(["2"]);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", result: { inline: "2" } });
  });
});

test("a question about large arguments fits into an event, and shows them in full", async () => {
  const long = "好".repeat(5_000);
  const { done, tool } = deployTool();
  const script: Script = ({ messages }) => (messages.length < 4 ? deployTurn(long) : "shipped");
  const run = await play(script, [tool]);
  const [gate] = gates(run);
  expect(gate).toMatchObject({ kind: "tool_approval", shown: { ref: expect.any(String) } });
  await run.engine.person({ type: "decide", verb: "edit", value: { version: "short" } });
  await resumeRun(run);
  expect(done).toEqual([long, "short"]);
});

describe("a parallel set", () => {
  const rules = { rules: [ask("ask1"), ask("ask2"), ask("no", "deny")] };
  const set = deployOnce("ok", "ask1", "no", "ask2");

  test("runs what is allowed, denies what is denied, and asks about each of the rest by itself", async () => {
    const { done, tool } = deployTool();
    const run = await play(set, [tool], rules);
    expect(done).toEqual(["ok"]);
    expect(gates(run).map(({ subject }) => subject?.callId)).toEqual(["c2", "c4"]);
    await run.engine.person({ type: "decide", verb: "approve", callId: "c4" });
    expect(run.state().tasks.t?.status).toBe("waiting");
    await run.engine.person({ type: "decide", verb: "reject", callId: "c2" });
    await resumeRun(run);
    expect(done).toEqual(["ok", "ask2"]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { callId: "c1", isError: false },
      { callId: "c2", isError: true },
      { callId: "c3", isError: true, output: expect.stringContaining("was not run") },
      { callId: "c4", isError: false },
    ]);
    expect(run.state().tasks.t).toMatchObject({ status: "succeeded", attempt: 1 });
  });

  test("frees its place and stops its clock while it waits", async () => {
    const { tool } = deployTool();
    const other = { id: "u", title: "Other", agent: "worker", input: "other" };
    const script: Script = ({ prompt, messages }) =>
      prompt.includes('"u"') || messages.length > 1 ? "done" : deployTurn("ask1");
    const clock = createManualClock();
    const timed = { ...TASK, timeoutMs: 60_000 };
    const settings = { toolPolicy: rules, maxConcurrency: 1 };
    const run = await createScriptedRun([timed, other], { script, tools: [tool], settings, clock });
    await resumeRun(run);
    expect(run.state().tasks.u?.status).toBe("succeeded");
    expect(run.state().active).toEqual({});
    expect(clock.nextMs()).toBeUndefined();
    await clock.advance(3_600_000);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("continues after a crash at each point without repeating anything", async () => {
    const [reached, runs] = [deferred(), [] as string[]];
    const { tool } = deployTool({
      idempotent: true,
      run({ version }) {
        runs.push(String(version));
        if (runs.length !== 1) return { version: version ?? null };
        reached.resolve();
        return new Promise(() => {});
      },
    });
    const run = await createScriptedRun([TASK], {
      script: deployOnce("ok", "ask1"),
      tools: [tool],
      settings: { toolPolicy: rules },
    });
    const first = await run.lease();
    await reached.promise;
    first.lose();
    await run.engine.store.jobs.release(first.claim);
    await resumeRun(run);
    expect(runs).toEqual(["ok", "ok"]);
    expect(gates(run)).toHaveLength(1);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(runs).toEqual(["ok", "ok", "ask1"]);
    expect(run.model.requests).toHaveLength(3);
  });
});

describe("a writing call that has been made already", () => {
  test("asks, and shows what it gave and when", async () => {
    const { done, keys, tool } = deployTool();
    const script: Script = ({ messages }) => (messages.length < 4 ? deployTurn("1") : "shipped");
    const run = await play(script, [tool]);
    expect(done).toEqual(["1"]);
    expect(gates(run)).toMatchObject([
      {
        kind: "tool_approval",
        question: { reasons: [{ code: "call_repeated", tool: "deploy" }] },
        subject: { earlier: '{"version":"1"}', earlierAt: expect.any(Number) },
      },
    ]);
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(done).toEqual(["1", "1"]);
    expect(keys.map((key) => key.at(-1))).toEqual(["0", "1"]);
  });

  test("asks in the same turn too, and goes unasked where repeating it is wanted", async () => {
    const { done, tool } = deployTool();
    const run = await play(deployOnce("1", "1"), [tool]);
    expect(done).toEqual(["1"]);
    expect(gates(run)).toMatchObject([{ subject: { callId: "c2" } }]);
    const wanted = deployTool({ repeatable: true });
    await play(deployOnce("1", "1"), [wanted.tool]);
    expect(wanted.done).toEqual(["1", "1"]);
  });

  test.each([
    [false, ["tool_approval"]],
    [true, []],
  ])("asks also while an equal one is under way, unless it is idempotent (%s)", async (idempotent, kinds) => {
    const [started, held] = [deferred(), deferred()];
    let runs = 0;
    const { tool } = deployTool({
      idempotent,
      async run() {
        runs += 1;
        if (runs > 1) return {};
        started.resolve();
        await held.promise;
        return {};
      },
    });
    const script: Script = async ({ prompt, messages }) => {
      if (messages.length > 1) return "shipped";
      if (prompt.includes('"other"')) await started.promise;
      return deployTurn("1");
    };
    const other = { ...TASK, id: "u", input: { other: true } };
    const run = await createScriptedRun([TASK, other], { script, tools: [tool] });
    const actor = await run.lease();
    await run.engine.until(({ tasks }) => tasks.u?.status === "waiting" || tasks.u?.status === "succeeded");
    held.resolve();
    await actor.ended;
    expect(gates(run).map(({ kind, taskId }) => [kind, taskId])).toEqual(kinds.map((kind) => [kind, "u"]));
    for (const gate of gates(run)) expect(questionOf(gate)).toContain("its end is not known");
  });

  test("in a retry asks, with the key it had before, and the prompt lists what has been done", async () => {
    const { done, keys, tool } = deployTool();
    const script: Script = ({ messages }) => (messages.length === 1 ? deployTurn("1") : "not JSON");
    const schema = { type: "object" };
    const task = { ...TASK, outputSchema: schema, onVerificationFailure: "retry", maxRetries: 1 };
    const run = await play(script, [tool], undefined, [task]);
    expect(run.state().tasks.t).toMatchObject({ status: "waiting", attempt: 2 });
    expect(run.prompts("agent").at(-1)).toContain('deploy {"version":"1"} (task t)');
    await run.engine.person({ type: "decide", verb: "approve" });
    await resumeRun(run);
    expect(done).toEqual(["1", "1"]);
    expect(keys[0]).toBe(keys[1]);
  });
});
