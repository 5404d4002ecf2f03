import { describe, expect, test } from "vitest";
import type { Json } from "@/lib/core/json";
import { NO_POLICIES, toolPolicy, type WorkspacePolicies } from "@/lib/core/policy";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { deferred } from "@/lib/testing/deferred";
import { createScriptedRun, type ScriptedRun } from "@/lib/testing/engine/scripted-run";
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

/** The first calls of the tool hang until they are let go; the first worker is lost during the first of them. */
async function lostDuring({ hanging = 1, versions = ["1"], gate = undefined as object | undefined } = {}) {
  const calls = Array.from({ length: hanging }, () => ({ started: deferred(), held: deferred() }));
  const runs: string[] = [];
  const { tool } = deployTool({
    async run({ version }) {
      const call = calls[runs.length];
      runs.push(String(version));
      call?.started.resolve();
      await call?.held.promise;
      return { run: runs.length, late: call !== undefined };
    },
  });
  const control = { id: "ok", title: "Release approval", type: "human_review", gate };
  const tasks = gate ? [control, { ...TASK, dependsOn: ["ok"] }] : [TASK];
  const run = await createScriptedRun(tasks, { script: deployOnce(...versions), tools: [tool] });
  const lose = async (nth: number) => {
    const actor = await run.lease();
    await calls[nth]?.started.promise;
    actor.lose();
    await run.engine.store.jobs.release(actor.claim);
  };
  if (!gate) await lose(0);
  return { run, runs, lose, letGo: (nth: number) => calls[nth]?.held.resolve() };
}

const answered = (run: ScriptedRun) =>
  run.engine.until(({ openApprovals }) => Object.keys(openApprovals).length === 0);

describe("a writing call whose worker was lost", () => {
  test.each<[GateVerb, Json | undefined, string[], Json]>([
    ["happened", { address: "here" }, ["1"], { address: "here" }],
    ["happened", "it is there", ["1"], "it is there"],
    ["run", undefined, ["1", "1"], { run: 2, late: false }],
  ])("%s %j", async (verb, value, expected, output) => {
    const { run, runs } = await lostDuring();
    await resumeRun(run);
    expect(gates(run)).toMatchObject([
      { kind: "unknown_outcome", shown: { inline: { version: "1" } }, verbs: ["happened", "run", "abort"] },
    ]);
    await run.engine.person({ type: "decide", verb, ...(value !== undefined && { value }) });
    await resumeRun(run);
    expect(runs).toEqual(expected);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ callId: "c1", output, isError: false }]);
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([
      { status: "finished", ok: true, output },
    ]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test.each<[GateVerb, Json | undefined, Json]>([
    ["happened", "it is there", "it is there"],
    ["run", undefined, { run: 2, late: false }],
  ])("%s with a comment is read with what it gave", async (verb, value, result) => {
    const { run } = await lostDuring();
    await resumeRun(run);
    const given = { verb, comment: "I looked it up", ...(value !== undefined && { value }) };
    await run.engine.person({ type: "decide", ...given });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: { people_said: [{ words: "I looked it up" }], result } },
    ]);
  });

  test("takes a large result that a person enters from where it is kept", async () => {
    const { run } = await lostDuring();
    await resumeRun(run);
    const value = { text: "x".repeat(9_000) };
    await run.engine.person({ type: "decide", verb: "happened", value });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ output: value }]);
  });

  test("is asked about again when the worker that runs it again is lost as well", async () => {
    const { run, runs, lose } = await lostDuring({ hanging: 2 });
    await resumeRun(run);
    await run.engine.person({ type: "decide", verb: "run" });
    await lose(1);
    await resumeRun(run);
    expect(gates(run).map(({ kind, status }) => [kind, status])).toEqual([
      ["unknown_outcome", "decided"],
      ["unknown_outcome", "open"],
    ]);
    await run.engine.person({ type: "decide", verb: "happened", value: "twice" });
    await resumeRun(run);
    expect(runs).toHaveLength(2);
    expect(run.payloads("tool_started")).toHaveLength(2);
  });

  test("runs again only by those whose control let it happen, as many as it takes", async () => {
    const { run, runs, lose } = await lostDuring({
      gate: { assignees: ["Pat", "Ann"], quorum: 2, requiresReason: true },
    });
    const both = async (verb: GateVerb) => {
      for (const by of ["Pat", "Ann"]) await run.engine.person({ type: "decide", verb, by });
    };
    await resumeRun(run);
    await both("approve");
    await lose(0);
    await resumeRun(run);
    const gate = gates(run).at(-1);
    expect(gate).toMatchObject({
      kind: "unknown_outcome",
      assignees: ["Pat", "Ann"],
      quorum: 2,
      requiresReason: true,
    });
    await expect(run.engine.person({ type: "decide", verb: "run", by: "Zed" })).rejects.toThrow(/is for Pat/);
    await run.engine.person({ type: "decide", verb: "run", by: "Pat" });
    await expect(run.engine.person({ type: "decide", verb: "run", by: "Pat" })).rejects.toThrow(/count once/);
    expect(run.state().tasks.t?.status).toBe("waiting");
    await run.engine.person({ type: "decide", verb: "run", by: "Ann" });
    await resumeRun(run);
    expect(runs).toEqual(["1", "1"]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("asks by itself beside another that was lost with it", async () => {
    const { run } = await lostDuring({ hanging: 2, versions: ["1", "2"] });
    await resumeRun(run);
    expect(gates(run).map(({ subject }) => subject?.callId)).toEqual(["c1", "c2"]);
  });
});

describe("the end of a call that its lost worker still tells", () => {
  test("answers the question, and the task continues with it", async () => {
    const { run, runs, letGo } = await lostDuring();
    await resumeRun(run);
    letGo(0);
    await answered(run);
    expect(gates(run)).toMatchObject([{ decided: { verb: "happened", provenance: "auto" } }]);
    await resumeRun(run);
    expect(runs).toEqual(["1"]);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: { run: 1, late: true }, isError: false },
    ]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("comes before anybody is asked: the call counts as finished", async () => {
    const { run, runs, letGo } = await lostDuring();
    letGo(0);
    await run.engine.until(({ tasks }) => tasks.t?.lateCalls !== undefined);
    await resumeRun(run);
    expect(gates(run)).toEqual([]);
    expect(runs).toEqual(["1"]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("changes nothing once a person has said what it gave", async () => {
    const { run, letGo } = await lostDuring();
    await resumeRun(run);
    await run.engine.person({ type: "decide", verb: "happened", value: "by hand" });
    await resumeRun(run);
    const late = run.payloads("late_result").length;
    letGo(0);
    await run.engine.until(({ seq }) => run.payloads("late_result").length > late && seq > 0);
    expect([...run.engine.store.toolCalls.values()]).toMatchObject([{ output: "by hand" }]);
  });
});

describe("a writing call that does not answer within its time", () => {
  const timeoutMs = 5;
  const never = () => new Promise<never>(() => {});

  test("may have happened: a person is asked, beside what the other calls of its turn gave", async () => {
    const { tool } = deployTool({
      timeoutMs,
      run: ({ version }) => (version === "1" ? never() : { version: 2 }),
    });
    const run = await createScriptedRun([TASK], { script: deployOnce("1", "2"), tools: [tool] });
    await resumeRun(run);
    expect(gates(run)).toMatchObject([{ kind: "unknown_outcome", shown: { inline: { version: "1" } } }]);
    await run.engine.person({ type: "decide", verb: "happened", value: "it is there" });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { callId: "c1", output: "it is there", isError: false },
      { callId: "c2", output: { version: 2 }, isError: false },
    ]);
  });

  test("that failed and may have acted all the same is heard of, and asked about only where an equal one is made", async () => {
    const error = Object.assign(new Error("Internal error"), { mayHaveActed: true });
    const { tool } = deployTool({
      run: ({ version }) => (version === "1" ? Promise.reject(error) : { version: 2 }),
    });
    const turns = [deployTurn("1"), deployTurn("2"), deployTurn("1")];
    const script: Script = ({ messages }) =>
      turns[messages.filter(({ role }) => role === "assistant").length] ?? "shipped";
    const run = await createScriptedRun([TASK], { script, tools: [tool] });
    await resumeRun(run);
    expect(toolResults(run.model.requests[1])).toMatchObject([
      { output: "deploy failed: Internal error", isError: true },
    ]);
    expect(gates(run)).toMatchObject([
      {
        kind: "tool_approval",
        shown: { inline: { version: "1" } },
        question: { reasons: [{ code: "call_repeated" }] },
      },
    ]);
  });

  test("shows who decides what was said in the place of an answer", async () => {
    const open = Object.assign(new Error("Internal error"), { code: "unknown_outcome" });
    const { tool } = deployTool({ run: () => Promise.reject(open) });
    const run = await createScriptedRun([TASK], { script: deployOnce("1"), tools: [tool] });
    await resumeRun(run);
    const said = "deploy failed: Internal error";
    expect(gates(run)).toMatchObject([
      { kind: "unknown_outcome", question: { reasons: [{ code: "outcome_unknown", said }] } },
    ]);
  });

  test("is asked about again when it runs a second time and does not answer either", async () => {
    const { tool } = deployTool({ timeoutMs, run: never });
    const run = await createScriptedRun([TASK], { script: deployOnce("1"), tools: [tool] });
    await resumeRun(run);
    await run.engine.person({ type: "decide", verb: "run" });
    await resumeRun(run);
    expect(gates(run).map(({ status }) => status)).toEqual(["decided", "open"]);
  });

  test("has failed when it may be done twice, as its agent sees", async () => {
    const { tool } = deployTool({ timeoutMs, run: never, idempotent: true });
    const run = await createScriptedRun([TASK], { script: deployOnce("1"), tools: [tool] });
    await resumeRun(run);
    expect(gates(run)).toEqual([]);
    expect(toolResults(run.model.requests[1])).toMatchObject([{ callId: "c1", isError: true }]);
  });
});

describe("a worker that was stopped before its call was sent, and wakes up", () => {
  /** The tool is held up right before its effect; in the meantime time passes, and another worker takes the run. */
  async function stopped(policies = () => NO_POLICIES) {
    const clock = createManualClock(1_000_000);
    const [started, held] = [deferred(), deferred()];
    const effects: string[] = [];
    const { tool } = deployTool({
      async run({ version }, { effectBegins }) {
        if (effects.length === 0) {
          started.resolve();
          await held.promise;
        }
        await effectBegins();
        effects.push(String(version));
        return "deployed";
      },
    });
    const run = await createScriptedRun([TASK], { script: deployOnce("1"), tools: [tool], clock, policies });
    const first = await run.lease();
    const isAsked = await Promise.race([first.ended.then(() => true), started.promise.then(() => false)]);
    if (isAsked) await run.engine.person({ type: "decide", verb: "approve" });
    const zombie = isAsked ? await run.lease() : first;
    await started.promise;
    await clock.advance(20_000);
    return { run, effects, zombie, wake: () => held.resolve() };
  }

  const takeOver = ({ run, zombie }: Awaited<ReturnType<typeof stopped>>) =>
    run.engine.store.jobs.release(zombie.claim);

  test("sends nothing: the question about it is answered, and the other worker makes the call", async () => {
    const world = await stopped();
    const { run, effects, zombie, wake } = world;
    await takeOver(world);
    await resumeRun(run);
    expect(gates(run)).toMatchObject([{ kind: "unknown_outcome", status: "open" }]);
    wake();
    await answered(run);
    expect(await zombie.ended).toBe("lost");
    expect(gates(run)).toMatchObject([{ decided: { verb: "run", provenance: "auto" } }]);
    await resumeRun(run);
    expect(effects).toEqual(["1"]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test.each<[string, boolean, GateVerb[]]>([
    ["is ruled by the policies as they are then, like one that nobody has made", false, ["approve"]],
    ["runs by the leave that it had begun with", true, []],
  ])("sends nothing: the call %s", async (_, asksBefore, answers) => {
    const policy = toolPolicy.parse({
      rules: [{ tool: "deploy", path: "version", operator: "exists", value: null, effect: "ask" }],
    });
    const source = { level: "workspace", name: "w" } as const;
    const asking: WorkspacePolicies = { workspace: [{ ...policy, source }], roles: {} };
    let now = asksBefore ? asking : NO_POLICIES;
    const world = await stopped(() => now);
    const { run, effects, zombie, wake } = world;
    now = asking;
    await takeOver(world);
    await resumeRun(run);
    wake();
    await answered(run);
    await zombie.ended;
    await resumeRun(run);
    for (const verb of answers) {
      expect(effects).toEqual([]);
      expect(gates(run).at(-1)).toMatchObject({
        status: "open",
        kind: "tool_approval",
        question: { reasons: [{ code: "policy" }] },
      });
      await run.engine.person({ type: "decide", verb });
      await resumeRun(run);
    }
    expect(effects).toEqual(["1"]);
    expect(gates(run).map(({ kind }) => kind)).toEqual(
      asksBefore ? ["tool_approval", "unknown_outcome"] : ["unknown_outcome", "tool_approval"],
    );
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("sends nothing after a person had it run by another", async () => {
    const world = await stopped();
    const { run, effects, wake } = world;
    await takeOver(world);
    await resumeRun(run);
    effects.push("by the other worker");
    await run.engine.person({ type: "decide", verb: "happened", value: "seen" });
    wake();
    await resumeRun(run);
    expect(effects).toEqual(["by the other worker"]);
    expect(run.payloads("call_not_begun")).toEqual([]);
    expect(run.state().tasks.t?.status).toBe("succeeded");
  });

  test("sends it when nobody has taken the run", async () => {
    const { run, effects, wake } = await stopped();
    wake();
    await run.engine.until(({ finished }) => finished !== undefined);
    expect([effects, gates(run)]).toEqual([["1"], []]);
  });
});
