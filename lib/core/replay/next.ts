import type { Json } from "../json";
import { type Branch, injectResults } from "../trajectory";
import { skippedJoin } from "../trajectory/join";
import { compareBranches, cutDifference, cutValue } from "./compare";
import type { PlannedCall, PlannedStep } from "./plan";
import type {
  RecordedReason,
  ReplayedCallView,
  ReplayedStep,
  ReplayFailure,
  ReplayMismatch,
  ToolReplayReport,
} from "./report";
import type { ToolReplaySettings } from "./settings";
import type { ReplayStatus } from "./words";

/** Of one replay, in its report. */
const MAX_REPORTED = 500;

/**
 * What came of a call that was to be made: its result, `whole` where the branch holds only a preview of it, or why the
 * recording is used after all.
 */
export type CallOutcome = { callId: string } & (
  | { branch: Branch; whole?: Json; latencyMs: number }
  | { why: RecordedReason }
);

/** A replay between two moves: the steps that are done, and what is known of the calls of the next one. */
export type ReplayState = {
  plan: readonly PlannedStep[];
  settings: ToolReplaySettings;
  done: readonly ReplayedStep[];
  outcomes: readonly CallOutcome[];
};

export type ReplayEnd = { status: ReplayStatus; report: ToolReplayReport; failure?: ReplayFailure };

type ReplayMove =
  /** Make these calls, side by side; the one of a join has the results of its set in its arguments. */
  | { do: "run_calls"; step: number; calls: PlannedCall[] }
  /** Keep this, then take it into the state by `withStep`. */
  | { do: "step_done"; result: ReplayedStep }
  | { do: "finish"; end: ReplayEnd };

/** The state with what came of calls of its step. */
export const withOutcomes = (state: ReplayState, outcomes: readonly CallOutcome[]): ReplayState => ({
  ...state,
  outcomes: [...state.outcomes, ...outcomes],
});

/** The state after a step whose result was kept. */
export const withStep = (state: ReplayState, result: ReplayedStep): ReplayState => ({
  ...state,
  done: [...state.done, result],
  outcomes: [],
});

/** What has to happen next; the same after a crash, as far as steps were kept (docs/replay.md). */
export function nextMove(state: ReplayState): ReplayMove {
  const { plan, settings, done } = state;
  const planned = plan[done.length];
  const differs = (done.at(-1)?.mismatches.length ?? 0) > 0;
  if (!planned || (settings.stopOnMismatch && differs)) return { do: "finish", end: endOf(state) };
  const known = new Map(state.outcomes.map((one) => [one.callId, one]));
  const { step, calls, join } = planned;
  const open = calls.filter(({ callId, why }) => !why && !known.has(callId));
  if (open.length > 0) return { do: "run_calls", step, calls: open };
  const set = calls.map((call) => endOfCall(call, known));
  if (!join || join.why || known.has(join.callId)) {
    const all = join ? [...set, endOfCall(join, known)] : set;
    return { do: "step_done", result: resultOf(step, all, settings) };
  }
  const branches = set.flatMap(({ branch }) => branch ?? []);
  if (branches.some(({ ok }) => !ok)) {
    const branch = skippedJoin(join, branches);
    const skipped = { planned: join, branch, why: { code: "skipped" as const } };
    return { do: "step_done", result: resultOf(step, [...set, skipped], settings) };
  }
  return { do: "run_calls", step, calls: [{ ...join, args: joinArgs(join, set) }] };
}

/** How a call of the step ended in the replay; `why` where that is what was recorded. */
type EndedCall = {
  planned: PlannedCall;
  branch?: Branch | undefined;
  whole?: Json | undefined;
  why?: RecordedReason | undefined;
  latencyMs?: number;
};

function endOfCall(planned: PlannedCall, known: ReadonlyMap<string, CallOutcome>): EndedCall {
  const { recorded, why } = planned;
  const outcome = known.get(planned.callId);
  if (!outcome || "why" in outcome) return { planned, branch: recorded, why: outcome?.why ?? why };
  const { branch, whole, latencyMs } = outcome;
  return { planned, branch, whole, latencyMs };
}

/** Results that are kept apart stand in the arguments of a join in full. */
function joinArgs({ args, edited }: PlannedCall, set: readonly EndedCall[]): Json {
  if (edited) return args;
  const branches = set.flatMap(({ branch, whole }) => {
    if (!branch) return [];
    return branch.ok && whole !== undefined ? [{ ...branch, output: whole }] : [branch];
  });
  return injectResults(args, branches);
}

function resultOf(step: number, ended: readonly EndedCall[], settings: ToolReplaySettings): ReplayedStep {
  const compared = ended.filter(({ planned, why }) => settings.verify && !why && planned.recorded);
  const found = compared.map(({ planned: { callId, tool, recorded }, branch }) => ({
    of: { step, callId, tool },
    ...compareBranches(recorded as Branch, branch as Branch, settings.ignore),
  }));
  const mismatches = found.flatMap(({ of, differences }) =>
    differences.map((one): ReplayMismatch => ({ ...of, ...cutDifference(one) })),
  );
  const failed = ended.flatMap(({ planned, branch, why }) =>
    !why && planned.recorded?.ok && branch?.ok === false
      ? [{ tool: planned.tool, message: branch.error }]
      : [],
  );
  return {
    step,
    calls: ended.map((one) => viewOf(one, settings)),
    compared: compared.length,
    mismatches,
    ...(found.some(({ truncated }) => truncated) && { truncated: true as const }),
    ...(failed[0] && { failed: failed[0] }),
  };
}

function viewOf(
  { planned, branch, why, latencyMs }: EndedCall,
  { verify }: ToolReplaySettings,
): ReplayedCallView {
  const { callId, tool } = planned;
  if (why || !branch) return { callId, tool, live: false, ...(why && { why }) };
  const given: Json = branch.ok ? branch.output : { error: branch.error };
  return {
    callId,
    tool,
    live: true,
    ok: branch.ok,
    ...(latencyMs !== undefined && { latencyMs }),
    ...(!verify && { output: cutValue(given).value }),
  };
}

/**
 * How the replay ends as far as it has come. `matched` only where something was compared; a call that fails and had not
 * makes it failed, whatever else differs.
 */
export function endOf({ plan, settings, done }: ReplayState): ReplayEnd {
  const calls = done.flatMap((one) => one.calls);
  const mismatches = done.flatMap((one) => one.mismatches);
  const comparedCalls = done.reduce((sum, { compared }) => sum + compared, 0);
  const broken = done.find(({ failed }) => failed);
  const status = broken ? "failed" : statusOf(mismatches.length, comparedCalls, done.length < plan.length);
  const report = {
    status,
    originalSteps: plan.length,
    replayedSteps: done.length,
    verified: settings.verify,
    liveCalls: calls.filter(({ live }) => live).length,
    comparedCalls,
    recordedCalls: calls.filter(({ live }) => !live).length,
    mismatches: mismatches.slice(0, MAX_REPORTED),
    truncated: mismatches.length > MAX_REPORTED || done.some(({ truncated }) => truncated),
  } satisfies ToolReplayReport;
  const failure = broken?.failed && { code: "tool_failed" as const, step: broken.step, ...broken.failed };
  return { status, report, ...(failure && { failure }) };
}

function statusOf(mismatches: number, compared: number, isEarly: boolean): ReplayStatus {
  if (mismatches > 0) return isEarly ? "stopped" : "mismatched";
  return compared > 0 ? "matched" : "completed";
}
