import type { FinishReason, RunStatus } from "@/lib/core/run/status";
import { RUN_STATUS_DISPLAY, type StatusDisplay } from "../status";

/** An open gate is said first, also while other tasks of the run go on. */
export function runStatusDisplay({
  status,
  openApprovals,
}: {
  status: RunStatus;
  openApprovals: number;
}): StatusDisplay {
  return RUN_STATUS_DISPLAY[openApprovals > 0 ? "waiting" : status];
}

const FINISH_REASON_SENTENCES: Record<FinishReason, string> = {
  answer_complete: "The plan was completed",
  completed_early: "The mission was achieved early",
  aborted_by_review: "Stopped by a planning review",
  aborted_by_person: "Stopped by a person",
  cancelled: "Cancelled",
  no_path: "No way forward was found",
  budget_exhausted: "A limit was reached",
  mission_impossible: "The mission is impossible",
  plan_rejected: "No usable plan",
  task_failed: "A required task failed",
  engine_fault: "Engine fault",
  error: "Ended by an error",
};

/** Why a run ended, in a sentence. */
export const finishReasonSentence = (reason: FinishReason): string => FINISH_REASON_SENTENCES[reason];
