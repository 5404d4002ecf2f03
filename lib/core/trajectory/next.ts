import type { Json } from "../json";
import { type AttemptBudget, exceededBudget } from "./budgets";
import { injectResults } from "./join";
import { bestAnswer, callsOf, hopsUsed, isOpen, joinOf, setBranchesOf } from "./step-calls";
import type { Call, Step, Trajectory } from "./types";
import { writtenCall } from "./written-call";

/** Invalid actions in a row after which an attempt is given up. */
const MAX_INVALID_IN_A_ROW = 3;
/** The same for calls that are written as text. */
const MAX_WRITTEN_IN_A_ROW = 2;

/** `answer` of one that was stopped is the best there is so far, see `bestAnswer`. */
export type TrajectoryOutcome =
  | { reason: "answer_complete"; answer: Json }
  /** So many in a row, and what was wrong with the last. */
  | { reason: "invalid_actions"; answer: Json; count: number; last?: string }
  | { reason: "no_path" | "budget_exhausted"; answer: Json; budget: AttemptBudget };

/** What is known beside the trajectory; what is absent limits nothing. */
export type NextFacts = {
  /** People have said something that no turn has heard. */
  hasPendingMessages?: boolean;
  /** How long the attempt has worked, in milliseconds. */
  workedMs?: number;
  /** What its model calls have cost, those still reserved at what was reserved, in micro-dollars. */
  costMicroUsd?: number;
  /** What the next request may take at most; only asked for when a request would be next. */
  nextRequest?: () => { inputTokens: number; costMicroUsd?: number };
  /** Input tokens from which on steps are compressed, although the request would be allowed. */
  compressAboveTokens?: number;
};

export type Next =
  | { do: "call_model"; step: number }
  /** The next request is too large: at least one more step has to be summarized, then `next` is asked again. */
  | { do: "compress"; step: number; inputTokens: number; maxInputTokens: number }
  /** Run these calls at once; those of the set that already have a result are not among them. */
  | { do: "run_calls"; step: number; calls: Call[] }
  /** The set has succeeded: run this call on its results, which stand in its arguments. */
  | { do: "run_join"; step: number; call: Call }
  | { do: "wait"; step: number; callIds: string[] }
  | { do: "finish"; outcome: TrajectoryOutcome };

/**
 * What has to happen next. A pure function of the trajectory and these facts, so that it is the same after a crash.
 * While people have said something that no turn has heard (`hasPendingMessages`), an answer is not the last word, as long as turns
 * are left; nor is one that a critic wants fixed.
 */
export function next(trajectory: Trajectory, facts: NextFacts = {}): Next {
  const { steps, constraints } = trajectory;
  const last = steps.at(-1);
  if (last && isOpen(last)) return nextOfOpenStep(trajectory, last, facts);
  const readsMore = facts.hasPendingMessages && steps.length < constraints.maxTurns;
  const revises = last?.critique?.revise === true;
  if (last?.action.type === "finish" && last.error === undefined && !readsMore && !revises) {
    return { do: "finish", outcome: { reason: "answer_complete", answer: last.action.answer } };
  }
  const count = invalidInARow(steps);
  if (count >= MAX_INVALID_IN_A_ROW || writesCallsOnly(trajectory)) {
    const invalid = { count, ...(last?.error !== undefined && { last: last.error }) };
    return {
      do: "finish",
      outcome: { reason: "invalid_actions", answer: bestAnswer(trajectory), ...invalid },
    };
  }
  const exceeded =
    exceededBudget(trajectory, { counter: "maxTurns", used: steps.length, asked: 1 }) ??
    exceededTime(trajectory, facts);
  return exceeded ? stop(trajectory, exceeded) : nextRequest(trajectory, facts);
}

function nextRequest(trajectory: Trajectory, facts: NextFacts): Next {
  const { steps, summary, constraints } = trajectory;
  const { inputTokens = 0, costMicroUsd = 0 } = facts.nextRequest?.() ?? {};
  const step = steps.length + 1;
  const { tokenBudget = Number.POSITIVE_INFINITY } = constraints;
  const maxInputTokens = Math.min(tokenBudget, facts.compressAboveTokens ?? tokenBudget);
  if (inputTokens > maxInputTokens && steps.length > (summary?.upToStep ?? 0))
    return { do: "compress", step, inputTokens, maxInputTokens };
  const exceeded =
    exceededBudget(trajectory, { counter: "tokenBudget", used: 0, asked: inputTokens }) ??
    exceededBudget(trajectory, {
      counter: "costBudgetMicroUsd",
      used: facts.costMicroUsd ?? 0,
      asked: costMicroUsd,
    });
  return exceeded ? stop(trajectory, exceeded) : { do: "call_model", step };
}

function nextOfOpenStep(trajectory: Trajectory, open: Step, facts: NextFacts): Next {
  const { step, waiting = [], branches = [] } = open;
  const settled = new Set([...branches.map(({ callId }) => callId), ...waiting]);
  const unsettled = callsOf(open).filter(({ callId }) => !settled.has(callId));
  const join = joinOf(open);
  const calls = unsettled.filter(({ callId }) => callId !== join?.callId);
  const joins = join !== undefined && calls.length === 0 && unsettled.length > 0;
  if (unsettled.length === 0 || (joins && waiting.length > 0)) return { do: "wait", step, callIds: waiting };
  const used = hopsUsed(trajectory.steps);
  const exceeded =
    exceededTime(trajectory, facts) ??
    // Room for the join is asked for with the set: what has no use without it does not run.
    exceededBudget(trajectory, { counter: "hopBudget", used, asked: unsettled.length });
  if (exceeded) return stop(trajectory, exceeded);
  if (!joins) return { do: "run_calls", step, calls };
  return { do: "run_join", step, call: { ...join, args: injectResults(join.args, setBranchesOf(open)) } };
}

const exceededTime = (trajectory: Trajectory, { workedMs = 0 }: NextFacts) =>
  exceededBudget(trajectory, { counter: "deadlineMs", used: workedMs, asked: 1 });

/** The outcome of a trajectory that a budget has no room to continue with. */
export function stoppedOutcome(trajectory: Trajectory, budget: AttemptBudget): TrajectoryOutcome {
  const reason = budget.counter === "maxTurns" ? "no_path" : "budget_exhausted";
  return { reason, answer: bestAnswer(trajectory), budget };
}

const stop = (trajectory: Trajectory, exceeded: AttemptBudget): Next => ({
  do: "finish",
  outcome: stoppedOutcome(trajectory, exceeded),
});

/** Has the model written calls as text twice in a row? One word about it is enough. */
function writesCallsOnly({ steps, constraints }: Trajectory): boolean {
  if (constraints.toolCalling === "json") return false;
  const last = steps.slice(-MAX_WRITTEN_IN_A_ROW);
  return last.length === MAX_WRITTEN_IN_A_ROW && last.every((step) => isWrittenCall(step, constraints.tools));
}

const isWrittenCall = ({ action, invalid }: Step, tools: readonly string[]): boolean =>
  invalid === true &&
  action.type === "finish" &&
  typeof action.answer === "string" &&
  writtenCall(action.answer, tools) !== undefined;

function invalidInARow(steps: readonly Step[]): number {
  return steps.length - 1 - steps.findLastIndex((step) => !step.invalid);
}
