import type { Json } from "../json";
import type { Call, Step, Trajectory } from "./types";

/** Invalid actions in a row after which an attempt is given up. */
export const MAX_INVALID_IN_A_ROW = 3;

export type Outcome =
  | { reason: "answer_complete"; answer: Json }
  /** `answer` is the best there is so far: the last thought, else the last observation, else null. */
  | { reason: "no_path" | "budget_exhausted" | "invalid_actions"; answer: Json; message: string };

/** What is known beside the trajectory; what is absent limits nothing. */
export type NextFacts = {
  /** People have said something that no turn has heard. */
  unheard?: boolean;
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
  /** The next request is too large: at least one more step has to be summarised, then `next` is asked again. */
  | { do: "compress"; step: number; inputTokens: number; maxInputTokens: number }
  /** Run these calls at once; those of the set that already have a result are not among them. */
  | { do: "run_calls"; step: number; calls: Call[] }
  | { do: "wait"; step: number; callIds: string[] }
  | { do: "finish"; outcome: Outcome };

/**
 * What has to happen next. A pure function of the trajectory and these facts, so that it is the same after a crash.
 * While people have said something that no turn has heard (`unheard`), an answer is not the last word, as long as turns
 * are left.
 */
export function next(trajectory: Trajectory, facts: NextFacts = {}): Next {
  const { unheard = false } = facts;
  const { steps, constraints } = trajectory;
  const last = steps.at(-1);
  if (last && isOpen(last)) return nextOfOpenStep(trajectory, last);
  const hearsMore = unheard && steps.length < constraints.maxTurns;
  if (last?.action.type === "finish" && last.error === undefined && !hearsMore) {
    return { do: "finish", outcome: { reason: "answer_complete", answer: last.action.answer } };
  }
  if (invalidInARow(steps) >= MAX_INVALID_IN_A_ROW) {
    return stop(
      trajectory,
      "invalid_actions",
      `${MAX_INVALID_IN_A_ROW} invalid actions in a row: ${last?.error}`,
    );
  }
  if (steps.length >= constraints.maxTurns) {
    return stop(
      trajectory,
      "no_path",
      `No answer after ${steps.length} turns (maxTurns ${constraints.maxTurns}).`,
    );
  }
  return nextRequest(trajectory, facts);
}

function nextRequest(trajectory: Trajectory, facts: NextFacts): Next {
  const { steps, summary, constraints } = trajectory;
  const { tokenBudget = Number.POSITIVE_INFINITY } = constraints;
  const { inputTokens = 0 } = facts.nextRequest?.() ?? {};
  const step = steps.length + 1;
  const maxInputTokens = Math.min(tokenBudget, facts.compressAboveTokens ?? tokenBudget);
  if (inputTokens > maxInputTokens && steps.length > (summary?.upToStep ?? 0))
    return { do: "compress", step, inputTokens, maxInputTokens };
  if (inputTokens > tokenBudget) {
    const message = `The next request has ${inputTokens} tokens, and tokenBudget is ${tokenBudget}.`;
    return stop(trajectory, "budget_exhausted", message);
  }
  return { do: "call_model", step };
}

/** The calls of a step's action, in order. */
export function callsOf({ action }: Pick<Step, "action">): Call[] {
  switch (action.type) {
    case "tool":
      return [{ callId: action.callId, tool: action.tool, args: action.args }];
    case "parallel":
      return action.calls;
    case "finish":
      return [];
  }
}

/** Does the step still lack results of its calls? */
export function isOpen(step: Step): boolean {
  return step.action.type !== "finish" && step.error === undefined && step.observation === undefined;
}

/** Tool calls that have a result, over the whole trajectory. */
export function hopsUsed(steps: readonly Step[]): number {
  return steps.reduce(
    (hops, step) => hops + (isOpen(step) ? (step.branches?.length ?? 0) : ranCalls(step)),
    0,
  );
}

function ranCalls(step: Step): number {
  return step.invalid ? 0 : callsOf(step).length;
}

function nextOfOpenStep(trajectory: Trajectory, open: Step): Next {
  const { hopBudget } = trajectory.constraints;
  const settled = new Set([...(open.branches ?? []).map((branch) => branch.callId), ...(open.waiting ?? [])]);
  const calls = callsOf(open).filter((call) => !settled.has(call.callId));
  if (calls.length === 0) return { do: "wait", step: open.step, callIds: open.waiting ?? [] };
  const used = hopsUsed(trajectory.steps);
  if (hopBudget !== undefined && used + calls.length > hopBudget) {
    const message = `${calls.length} more tool calls after ${used} would exceed hopBudget ${hopBudget}.`;
    return stop(trajectory, "budget_exhausted", message);
  }
  return { do: "run_calls", step: open.step, calls };
}

function stop(
  { steps }: Trajectory,
  reason: "no_path" | "budget_exhausted" | "invalid_actions",
  message: string,
): Next {
  const thought = steps.findLast((step) => step.thought.trim() !== "")?.thought;
  const observation = steps.findLast((step) => step.observation !== undefined)?.observation;
  return { do: "finish", outcome: { reason, answer: thought ?? observation ?? null, message } };
}

function invalidInARow(steps: readonly Step[]): number {
  return steps.length - 1 - steps.findLastIndex((step) => !step.invalid);
}
