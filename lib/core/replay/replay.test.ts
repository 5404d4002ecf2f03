import { describe, expect, it } from "vitest";
import type { Json } from "../json";
import { toolPolicy } from "../policy";
import type { Mismatch, Schemas, ToolFacts } from "../ports";
import { initialState } from "../run";
import { type Branch, type Call, type Step, startTrajectory, type Trajectory } from "../trajectory";
import { type CallOutcome, endOf, nextMove, type ReplayState, withOutcomes, withStep } from "./next";
import { type PlanFacts, type PlannedCall, planReplay } from "./plan";
import { replayVerdicts } from "./policies";
import { MAX_REPLAY_CALLS, type ToolReplaySettingsInput, toolReplaySettings } from "./settings";

const tool = (name: string, facts: Partial<ToolFacts> = {}): ToolFacts => ({
  name,
  description: name,
  inputSchema: {},
  tags: [],
  sideEffects: "read",
  idempotent: true,
  repeatable: true,
  timeoutMs: 1_000,
  ...facts,
});
const TOOLS = [
  tool("look"),
  tool("sum"),
  tool("deploy", { sideEffects: "external" }),
  tool("strict", { inputSchema: { type: "object" } }),
  tool("changed", { changedParts: ["description"] }),
];
/** Arguments of a tool with a schema have to be objects. */
const schemas: Pick<Schemas, "mismatches"> = {
  mismatches: (schema, value): Mismatch[] =>
    schema.type === "object" && (typeof value !== "object" || value === null)
      ? [{ path: "x", message: "must be object" }]
      : [],
};
const factsOf = (settings: ToolReplaySettingsInput = {}, verdictOf = replayVerdicts(NONE)): PlanFacts => ({
  tools: { find: (name) => TOOLS.find((one) => one.name === name) },
  schemas,
  verdictOf,
  settings: toolReplaySettings.parse(settings),
});
const NONE = { workspace: [], roles: {} };

const call = (callId: string, name = "look", args: Json = {}): Call => ({ callId, tool: name, args });
const ok = ({ callId, tool }: Call, output: Json): Branch => ({ callId, tool, ok: true, output });
const failed = ({ callId, tool }: Call, error: string): Branch => ({ callId, tool, ok: false, error });
const base = { thought: "", usage: {}, startedAtMs: 0, latencyMs: 0 };
const single = (one: Call, rest: Partial<Step>): Step => ({
  ...base,
  step: 1,
  action: { type: "tool", ...one },
  ...rest,
});
const set = (calls: Call[], branches: Branch[], join?: { call: Call; branch?: Branch }): Step => ({
  ...base,
  step: 1,
  action: { type: "parallel", calls, ...(join && { join: join.call }) },
  observation: {
    branches,
    success: branches.filter((one) => one.ok).length,
    failed: branches.filter((one) => !one.ok).length,
    ...(join?.branch && { join: join.branch }),
  },
});
const finish: Step = { ...base, step: 1, action: { type: "finish", answer: "done" } };
const trajectoryOf = (...steps: Step[]): Trajectory => ({
  ...startTrajectory({ query: "q", constraints: { tools: [] } }),
  steps: steps.map((one, index) => ({ ...one, step: index + 1 })),
});

type Maker = (call: PlannedCall, step: number) => Branch | CallOutcome;

/** Plays a replay whose calls are made by this function; `made` are the calls in order. */
function play(
  trajectory: Trajectory,
  make: Maker,
  given: ToolReplaySettingsInput = {},
  facts = factsOf(given),
) {
  const plan = planReplay(trajectory, facts);
  if (!plan.ok) throw new Error(plan.problem.code);
  const settings = toolReplaySettings.parse(given);
  const made: PlannedCall[] = [];
  let state: ReplayState = { plan: plan.steps, settings, done: [], outcomes: [] };
  for (;;) {
    const move = nextMove(state);
    if (move.do === "finish") return { ...move.end, made, done: state.done };
    if (move.do === "step_done") state = withStep(state, move.result);
    else {
      made.push(...move.calls);
      const outcomes = move.calls.map((one): CallOutcome => {
        const came = make(one, move.step);
        return "ok" in came ? { callId: one.callId, branch: came, latencyMs: 1 } : came;
      });
      state = withOutcomes(state, outcomes);
    }
  }
}

const A = call("a");
const B = call("b");

describe("a replay", () => {
  it("matches when every call gives what was recorded, errors too", () => {
    const trajectory = trajectoryOf(
      single(A, { observation: { v: 1 } }),
      single(B, { error: "no such page" }),
      finish,
    );
    const made = play(trajectory, (one) =>
      one.callId === "a" ? ok(A, { v: 1 }) : failed(B, "no such page"),
    );
    expect(made).toMatchObject({
      status: "matched",
      report: {
        originalSteps: 3,
        replayedSteps: 3,
        verified: true,
        liveCalls: 2,
        comparedCalls: 2,
        recordedCalls: 0,
        mismatches: [],
        truncated: false,
      },
    });
    expect(made.failure).toBeUndefined();
  });

  it("names step, tool, path and both values of what differs", () => {
    const trajectory = trajectoryOf(
      single(A, { observation: { v: 1 } }),
      single(B, { error: "old" }),
      finish,
    );
    const { status, report } = play(trajectory, (one) =>
      one.callId === "a" ? ok(A, { v: 2 }) : failed(B, "new"),
    );
    expect(status).toBe("mismatched");
    expect(report.mismatches).toEqual([
      { step: 1, callId: "a", tool: "look", path: "v", original: 1, replayed: 2 },
      { step: 2, callId: "b", tool: "look", path: "error", original: "old", replayed: "new" },
    ]);
  });

  it("stops after a step that differs, if it is to", () => {
    const trajectory = trajectoryOf(
      single(A, { observation: 1 }),
      single(B, { observation: 1 }),
      single(call("c"), { observation: 1 }),
    );
    const make: Maker = (one) => ok(one, one.callId === "b" ? 2 : 1);
    const { status, report, made } = play(trajectory, make, { stopOnMismatch: true });
    expect([status, report.replayedSteps, made.map(({ callId }) => callId)]).toEqual([
      "stopped",
      2,
      ["a", "b"],
    ]);
    expect(play(trajectory, make).report.replayedSteps).toBe(3);
    const atEnd = trajectoryOf(single(B, { observation: 1 }));
    expect(play(atEnd, make, { stopOnMismatch: true }).status).toBe("mismatched");
  });

  it("fails where a call fails that had not, and tells the rest too", () => {
    const trajectory = trajectoryOf(single(A, { observation: 1 }), single(B, { observation: 1 }));
    const make: Maker = (one) => (one.callId === "a" ? failed(A, "down") : ok(B, 2));
    const { status, failure, report } = play(trajectory, make);
    expect([status, failure]).toEqual([
      "failed",
      { code: "tool_failed", step: 1, tool: "look", message: "down" },
    ]);
    expect(report.mismatches).toEqual([
      { step: 1, callId: "a", tool: "look", path: "$", original: 1, replayed: { error: "down" } },
      { step: 2, callId: "b", tool: "look", path: "$", original: 1, replayed: 2 },
    ]);
    expect(play(trajectory, make, { ignore: ["$"] }).status).toBe("failed");
  });

  it("has no word of a match where nothing was compared", () => {
    const trajectory = trajectoryOf(single(A, { observation: 1 }));
    const { status, report, done } = play(trajectory, () => ok(A, "x".repeat(5_000)), { verify: false });
    expect([status, report.verified, report.comparedCalls]).toEqual(["completed", false, 0]);
    expect(String(done[0]?.calls[0]?.output).length).toBeLessThan(2_100);
    expect(play(trajectory, () => failed(A, "e"), { verify: false }).status).toBe("failed");
    expect(play(trajectoryOf(finish), () => ok(A, 1)).status).toBe("completed");
    const written = trajectoryOf(single(call("d", "deploy"), { observation: 1 }));
    expect(play(written, () => ok(A, 1))).toMatchObject({ status: "completed", made: [] });
    const asked = play(trajectory, () => ({ callId: "a", why: { code: "asks_people" } }));
    expect(asked.done[0]?.calls).toEqual([
      { callId: "a", tool: "look", live: false, why: { code: "asks_people" } },
    ]);
    expect(asked.status).toBe("completed");
  });

  it("compares artifacts by their digest", () => {
    const preview = (chars: number): Json => ({ artifact: "d1", chars, preview: "p" });
    const trajectory = trajectoryOf(single(A, { observation: preview(1), artifact: "d1" }));
    const gives = (artifact: string | undefined, output: Json = preview(2)): Maker => {
      return () => ({ ...ok(A, output), ...(artifact !== undefined && { artifact }) });
    };
    expect(play(trajectory, gives("d1")).status).toBe("matched");
    expect(play(trajectory, gives("d2")).report.mismatches).toEqual([
      { step: 1, callId: "a", tool: "look", path: "artifact", original: "d1", replayed: "d2" },
    ]);
    expect(play(trajectory, gives(undefined, "small")).status).toBe("mismatched");
  });

  it("cuts long values of its report, and says so", () => {
    const trajectory = trajectoryOf(single(A, { observation: { v: "o".repeat(3_000) } }));
    const { report } = play(trajectory, () => ok(A, { v: ["r".repeat(3_000)] }));
    expect(report.mismatches).toMatchObject([{ path: "v", cut: true }]);
    expect(JSON.stringify(report.mismatches).length).toBeLessThan(4_500);
  });

  it("lists so many differences and no more", () => {
    const list = (value: number) => Array.from({ length: 150 }, () => value);
    const steps = Array.from({ length: 6 }, (_, n) => single(call(`c${n}`), { observation: list(1) }));
    const { report } = play(trajectoryOf(...steps), (one) => ok(one, list(2)));
    expect([report.mismatches.length, report.truncated]).toEqual([500, true]);
  });

  it("runs sets side by side, and their join on what they gave now", () => {
    const join = call("j", "sum", { values: "$results" });
    const trajectory = trajectoryOf(
      set([A, call("d", "deploy"), B], [ok(A, 1), ok(call("d", "deploy"), 5), ok(B, 2)], {
        call: join,
        branch: ok(join, 8),
      }),
    );
    const { made, report } = play(trajectory, (one) =>
      one.callId === "j"
        ? ok(join, 9)
        : { callId: one.callId, branch: ok(one, 3), whole: "whole", latencyMs: 1 },
    );
    expect(made.map(({ callId, args }) => [callId, args])).toEqual([
      ["a", {}],
      ["b", {}],
      ["j", { values: ["whole", 5, "whole"] }],
    ]);
    expect(report.mismatches.map(({ callId, original, replayed }) => [callId, original, replayed])).toEqual([
      ["a", 1, 3],
      ["b", 2, 3],
      ["j", 8, 9],
    ]);
    expect([report.liveCalls, report.recordedCalls]).toEqual([3, 1]);
  });

  it("skips a join whose set fails now, and runs one whose set had failed", () => {
    const join = call("j", "strict", "$results");
    const went = trajectoryOf(set([A], [ok(A, 1)], { call: { ...join, tool: "sum" }, branch: ok(join, 8) }));
    const broken = play(went, () => failed(A, "down"));
    expect(broken.made).toHaveLength(1);
    expect(broken.done[0]?.calls[1]).toEqual({
      callId: "j",
      tool: "sum",
      live: false,
      why: { code: "skipped" },
    });
    const skipped = trajectoryOf(set([A], [failed(A, "x")], { call: join, branch: failed(join, "not run") }));
    expect(play(skipped, (one) => ok(one, 1)).made.map(({ callId }) => callId)).toEqual(["a", "j"]);
  });

  it("calls with the arguments that a person had put in place", () => {
    const join = call("j", "sum", { values: "$results" });
    const edited = { ...single(A, { observation: 1 }), edited: { a: { edited: true } } };
    const joined = {
      ...set([B], [ok(B, 1)], { call: join, branch: ok(join, 1) }),
      edited: { j: { values: "$expect" } },
    };
    const { made } = play(trajectoryOf(edited, joined), (one) => ok(one, 1));
    expect(made.map(({ args }) => args)).toEqual([{ edited: true }, {}, { values: "$expect" }]);
  });

  it("makes no call that had not run", () => {
    const refused = { ...set([A, B], [failed(A, "no"), ok(B, 1)]), refused: ["a"] };
    const wrong = { ...single(call("x", "nothing"), { error: "no such tool" }), invalid: true as const };
    const stopped = { ...set([call("y", "nothing")], []), error: "None was run." };
    delete (stopped as Partial<Step>).observation;
    const open: Step = { ...single(call("o"), {}), branches: [], waiting: ["o"] };
    const { made, done } = play(trajectoryOf(refused, wrong, stopped, open), (one) => ok(one, 1));
    expect(made.map(({ callId }) => callId)).toEqual(["b"]);
    expect(done.map(({ calls }) => calls.map(({ why }) => why?.code))).toEqual([
      ["refused", undefined],
      [],
      [],
      ["unfinished"],
    ]);
  });
});

describe("planReplay", () => {
  const problemOf = (trajectory: Trajectory, facts = factsOf()) => {
    const plan = planReplay(trajectory, facts);
    return plan.ok ? undefined : plan.problem;
  };
  const whyOf = (one: Call, facts: PlanFacts) => {
    const plan = planReplay(trajectoryOf(single(one, { observation: 1 })), facts);
    return plan.ok ? plan.steps[0]?.calls[0]?.why : plan.problem;
  };

  it("finds out everything before anything runs", () => {
    const before = single(A, { observation: 1 });
    expect(problemOf(trajectoryOf())).toEqual({ code: "empty_trajectory" });
    expect(problemOf(trajectoryOf(before, single(call("x", "gone"), { observation: 1 })))).toEqual({
      code: "unknown_tool",
      step: 2,
      tool: "gone",
    });
    expect(problemOf(trajectoryOf(before, single(call("x", "strict", 3), { observation: 1 })))).toEqual({
      code: "invalid_arguments",
      step: 2,
      tool: "strict",
      path: "x",
      message: "must be object",
    });
    const join = call("j", "strict", "$success_count");
    const joined = trajectoryOf(set([A], [ok(A, 1)], { call: join, branch: ok(join, 1) }));
    expect(problemOf(joined)).toMatchObject({ code: "invalid_arguments", step: 1, tool: "strict" });
    const calls = Array.from({ length: MAX_REPLAY_CALLS + 1 }, (_, n) => call(`c${n}`));
    expect(
      problemOf(
        trajectoryOf(
          set(
            calls,
            calls.map((one) => ok(one, 1)),
          ),
        ),
      ),
    ).toEqual({ code: "too_many_calls", calls: 501, limit: 500 });
  });

  it("makes no call that changes something outside, unless the settings name its tool", () => {
    const deploy = call("d", "deploy");
    expect(whyOf(deploy, factsOf())).toEqual({ code: "writes" });
    expect(whyOf(deploy, factsOf({ writingTools: ["deploy"] }))).toBeUndefined();
  });

  it("keeps to the policies of today", () => {
    const held = (policy: object) =>
      factsOf({}, replayVerdicts({ workspace: [toolPolicy.parse(policy)], roles: {} }));
    expect(whyOf(A, held({ denied: ["look"] }))).toMatchObject({ code: "denied" });
    const asks = { rules: [{ tool: "look", path: "$", operator: "exists", effect: "ask" }] };
    expect(whyOf(A, held(asks))).toMatchObject({ code: "asks", policy: { code: "rule" } });
    expect(whyOf(call("c", "changed"), factsOf())).toEqual({ code: "tool_changed" });
    const state = {
      ...initialState("run_1"),
      settings: { toolPolicy: toolPolicy.parse({ denied: ["look"] }) },
    };
    const ofRun = replayVerdicts(NONE, { state: state as never, taskId: "t" });
    expect(whyOf(A, factsOf({}, ofRun))).toMatchObject({ code: "denied" });
  });

  it("uses the recording of a join of which only previews are known", () => {
    const join = call("j", "sum", "$results");
    const branch = { ...ok(A, { preview: "p" }), artifact: "d" };
    const plan = planReplay(trajectoryOf(set([A], [branch], { call: join, branch: ok(join, 1) })), factsOf());
    expect(plan.ok && plan.steps[0]?.join?.why).toEqual({ code: "needs_whole_outputs" });
  });
});

describe("endOf", () => {
  it("says how far a replay came that was stopped", () => {
    const plan = planReplay(trajectoryOf(single(A, { observation: 1 })), factsOf());
    if (!plan.ok) throw new Error("It has steps");
    const settings = toolReplaySettings.parse({});
    expect(endOf({ plan: plan.steps, settings, done: [], outcomes: [] }).report).toMatchObject({
      originalSteps: 1,
      replayedSteps: 0,
      comparedCalls: 0,
    });
  });
});
