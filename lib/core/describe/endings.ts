import type { Payload } from "../run/events";
import type { Reason } from "../run/events/reason";
import { toldStatus } from "../run/state/told-status";
import type { TaskTotals } from "../run/state/totals";
import { type FinishReason, isImpossible, STATUS_OF_FINISH } from "../run/status";
import { formatApproved, formatShortfalls, formatUnverified } from "./costs/totals";
import type { Tone } from "./looks/run";

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

/** The end of a run in a sentence; one that completed says what is missing, what people vouch for, and what nothing does. */
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

/** Tones of ends: one that people chose is no failure. */
const END_TONES: Record<(typeof STATUS_OF_FINISH)[FinishReason], Tone> = {
  completed: "ok",
  failed: "bad",
  aborted: "plain",
  cancelled: "plain",
};

export const endTone = (reason: FinishReason): Tone => END_TONES[STATUS_OF_FINISH[reason]];

/** Words of the log for a task that ended so: an answer of people at a gate is no failure. */
export function failureWord({
  code,
  diagnosis,
}: Pick<Payload<"task_failed">, "code" | "diagnosis">): [word: string, tone: Tone] {
  const told = toldStatus({ status: "failed", failureCode: code, diagnosis });
  if (told === "rejected") return ["rejected", "plain"];
  return told === "changes_requested" ? ["changes", "plain"] : ["failed", "bad"];
}
