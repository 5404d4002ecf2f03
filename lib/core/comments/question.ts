import { MODEL_FAILURE_CODES } from "../ports";
import { fitOf } from "../run/ledger/budgets";
import type { RunState } from "../run/state";
import type { Meter } from "../run/state/ledger";

/** Questions about a plan that a model answers (docs/comments.md, "Questions"). */

export const QUESTION_STATUSES = ["waiting", "asking", "answered", "failed"] as const;
export type QuestionStatus = (typeof QUESTION_STATUSES)[number];

/** Why no answer came: as calls of models fail, or for a reason of our own. */
export const QUESTION_FAILURES = [...MODEL_FAILURE_CODES, "no_room", "unreadable", "fault"] as const;
export type QuestionFailure = (typeof QUESTION_FAILURES)[number];

/**
 * A question that had no answer, until it was asked again from event `until` on; `endedSince` is the first event after
 * which it had none.
 */
export type PastQuestion = {
  until: number;
  failure: QuestionFailure;
  planVersion: number;
  endedSince: number;
};

export const MAX_ANSWER_CHARS = 4_000;
/** Questions of one run, and those of it that have no answer yet. */
export const MAX_QUESTIONS = 100;
export const MAX_OPEN_QUESTIONS = 5;
/** The longest answer that is paid for, thinking included. */
export const MAX_ANSWER_TOKENS = 4_096;

/** What questions take, or may take at worst; without a cost where no price is known. */
export type QuestionUse = { tokens: number; costMicroUsd?: number | undefined };

/**
 * Which budget of the run has no room for a question that may take this much, beside what the run has used, and what its
 * questions have that it has not counted; undefined where all have.
 */
export function fullBudget(
  state: Readonly<RunState>,
  spent: Required<QuestionUse>,
  atWorst: QuestionUse,
): Meter | undefined {
  const tokens = spent.tokens + atWorst.tokens;
  const costMicroUsd = spent.costMicroUsd + (atWorst.costMicroUsd ?? 0);
  const fit = fitOf(state, { tokens, ...(costMicroUsd > 0 && { costMicroUsd }) });
  return fit.fits ? undefined : fit.meter;
}
