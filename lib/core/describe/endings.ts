import type { Reason } from "../run/events/reason";
import type { TaskTotals } from "../run/state/totals";
import { type FinishReason, isImpossible, STATUS_OF_FINISH } from "../run/status";
import { formatApproved, formatShortfalls, formatUnverified } from "./costs/totals";

const ENDINGS: Record<FinishReason, string> = {
  answer_complete: "Completed",
  completed_early: "Completed early: the mission was achieved",
  aborted_by_review: "Stopped by a planning review",
  aborted_by_person: "Stopped by a person",
  cancelled: "Cancelled",
  no_path: "Failed: no way forward was found",
  budget_exhausted: "Failed: a limit was reached",
  mission_impossible: "Failed: the mission is impossible",
  plan_rejected: "Failed: no usable plan was written",
  task_failed: "Failed: a required task failed",
  engine_fault: "Failed: engine fault",
  error: "Failed: an error ended the run",
};

/** Why a run ended, in a sentence: one that completed says what is missing of its plan, what people vouch for, and what nothing does. */
export function describeEnding(
  reason: FinishReason,
  totals: TaskTotals,
  { because = [], approvers }: { because?: readonly Reason[]; approvers?: readonly string[] } = {},
): string {
  if (reason === "aborted_by_person" && isImpossible(reason, because))
    return "Stopped: a person said no, and no other way was found";
  if (STATUS_OF_FINISH[reason] !== "completed") return ENDINGS[reason];
  const missing = formatShortfalls(totals);
  const vouched = [formatApproved(totals, approvers), formatUnverified(totals)];
  const opening = reason === "completed_early" ? "Completed early" : "Completed";
  const ending =
    missing === undefined
      ? ENDINGS[reason]
      : `${opening}: ${totals.done} of ${totals.total} tasks done, ${missing}`;
  return [ending, ...vouched.filter((words) => words !== undefined)].join("; ");
}
