import fc from "fast-check";
import { expect, it } from "vitest";
import { isJsonObject, type Json } from "../json";
import type { ToolFacts } from "../ports";
import { type Branch, type Call, callsOf, type Step, startTrajectory, type Trajectory } from "../trajectory";
import { setBranchesOf } from "../trajectory/step-calls";
import { formatPath } from "./diff-json";
import { nextMove, type ReplayEnd, type ReplayState, withOutcomes, withStep } from "./next";
import { planReplay } from "./plan";
import { replayVerdicts } from "./policies";
import { toolReplaySettings } from "./settings";

const RUNS = 200;

const FACTS: Omit<ToolFacts, "name"> = {
  description: "",
  inputSchema: {},
  tags: [],
  sideEffects: "none",
  idempotent: true,
  repeatable: true,
  timeoutMs: 1,
};

/** What a call gave: a value with keys of every kind, or an error. */
const key = fc.oneof(fc.constantFrom("a", "b.c", "", "*", "$", "0", 'q"', "[x]"), fc.string());
const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as Json),
  ),
}));
const end = fc.oneof(
  { weight: 5, arbitrary: value.map((output) => ({ ok: true as const, output })) },
  { weight: 1, arbitrary: fc.string().map((error) => ({ ok: false as const, error })) },
);
const given = fc.record({ end, args: value });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("tool" as const), one: given }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("parallel" as const),
      calls: fc.array(given, { minLength: 1, maxLength: 4 }),
      join: fc.option(given, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: "finish" as const }) },
);

type Given = { end: { ok: true; output: Json } | { ok: false; error: string }; args: Json };

const trajectories = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps): Trajectory => {
  let calls = 0;
  const called = ({ args, end: came }: Given): { call: Call; branch: Branch } => {
    calls += 1;
    const call = { callId: `c${calls}`, tool: `t${calls % 3}`, args };
    return { call, branch: { callId: call.callId, tool: call.tool, ...came } };
  };
  const base = { thought: "", usage: {}, startedAtMs: 0, latencyMs: 0 };
  const written = steps.map((one, index): Step => {
    const head = { ...base, step: index + 1 };
    if (one.type === "finish") return { ...head, action: { type: "finish", answer: "so" } };
    if (one.type === "tool") {
      const { call, branch } = called(one.one);
      const seen = branch.ok ? { observation: branch.output } : { error: branch.error };
      return { ...head, action: { type: "tool", ...call }, ...seen };
    }
    const set = one.calls.map(called);
    const join = one.join && called(one.join);
    const branches = set.map(({ branch }) => branch);
    const failed = branches.filter(({ ok }) => !ok).length;
    return {
      ...head,
      action: { type: "parallel", calls: set.map(({ call }) => call), ...(join && { join: join.call }) },
      observation: {
        branches,
        success: branches.length - failed,
        failed,
        ...(join && { join: join.branch }),
      },
    };
  });
  return { ...startTrajectory({ query: "", constraints: { tools: [] } }), steps: written };
});

/** Replays against tools that give what was recorded, but for one call. */
function replay(trajectory: Trajectory, changed?: { callId: string; branch: Branch }): ReplayEnd {
  const settings = toolReplaySettings.parse({});
  const plan = planReplay(trajectory, {
    tools: { find: (name) => ({ ...FACTS, name }) },
    schemas: { mismatches: () => [] },
    verdictOf: replayVerdicts({ workspace: [], roles: {} }),
    settings,
  });
  if (!plan.ok) throw new Error(plan.problem.code);
  let state: ReplayState = { plan: plan.steps, settings, done: [], outcomes: [] };
  for (;;) {
    const move = nextMove(state);
    if (move.do === "finish") return move.end;
    if (move.do === "step_done") {
      state = withStep(state, move.result);
      continue;
    }
    const outcomes = move.calls.map(({ callId, recorded }) => ({
      callId,
      latencyMs: 0,
      branch: (callId === changed?.callId ? changed.branch : recorded) as Branch,
    }));
    state = withOutcomes(state, outcomes);
  }
}

/** The calls of which something is compared: all but joins of sets with a failed call. */
function comparedCalls({ steps }: Trajectory): Branch[] {
  return steps.flatMap((one) => {
    if (one.action.type !== "parallel") return branchesIn(one);
    const set = setBranchesOf(one);
    const joinId = one.action.join?.callId;
    const skips = set.some(({ ok }) => !ok);
    return branchesIn(one).filter(({ callId }) => !(skips && callId === joinId));
  });
}

function branchesIn(one: Step): Branch[] {
  const { observation } = one;
  if (one.action.type === "tool") {
    const { callId, tool } = one.action;
    const error = one.error ?? "";
    return [
      observation === undefined
        ? { callId, tool, ok: false, error }
        : { callId, tool, ok: true, output: observation },
    ];
  }
  if (!isJsonObject(observation) || callsOf(one).length === 0) return [];
  const { branches, join } = observation as { branches: Branch[]; join?: Branch };
  return join ? [...branches, join] : branches;
}

type Leaf = { path: string[]; value: Json };

function leavesOf(held: Json, path: string[] = []): Leaf[] {
  if (typeof held !== "object" || held === null) return [{ path, value: held }];
  return Object.entries(held).flatMap(([name, item]) => leavesOf(item, [...path, name]));
}

const other = (held: Json): Json => (typeof held === "number" ? held + 1 : `${String(held)} and more`);

function withLeaf(held: Json, [name, ...rest]: string[]): Json {
  if (name === undefined) return other(held);
  if (Array.isArray(held)) return held.map((item, at) => (String(at) === name ? withLeaf(item, rest) : item));
  const entries = Object.entries(held as Record<string, Json>);
  return Object.fromEntries(entries.map(([at, item]) => [at, at === name ? withLeaf(item, rest) : item]));
}

it("a random trajectory matches where nothing has changed", () => {
  fc.assert(
    fc.property(trajectories, (trajectory) => {
      const compared = comparedCalls(trajectory).length;
      const { status, report, failure } = replay(trajectory);
      expect(status).toBe(compared > 0 ? "matched" : "completed");
      expect(report).toMatchObject({ comparedCalls: compared, mismatches: [], truncated: false });
      expect(failure).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

it("one changed leaf of a random trajectory is found at its exact place", () => {
  fc.assert(
    fc.property(trajectories, fc.nat(), fc.nat(), (trajectory, nthCall, nthLeaf) => {
      const calls = comparedCalls(trajectory);
      const branch = calls[nthCall % Math.max(1, calls.length)];
      if (!branch) return;
      const held: Json = branch.ok ? branch.output : { error: branch.error };
      const leaves = leavesOf(held);
      const one = leaves[nthLeaf % Math.max(1, leaves.length)];
      if (!one) return;
      const changed = withLeaf(held, one.path);
      const now: Branch = branch.ok
        ? { ...branch, output: changed }
        : { ...branch, error: (changed as { error: string }).error };
      const { status, report } = replay(trajectory, { callId: branch.callId, branch: now });
      expect(status).toBe("mismatched");
      expect(report.mismatches).toEqual([
        {
          step: expect.any(Number),
          callId: branch.callId,
          tool: branch.tool,
          path: formatPath(one.path),
          original: one.value,
          replayed: other(one.value),
        },
      ]);
    }),
    { numRuns: RUNS },
  );
});
