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
  answer_complete: "The whole plan was carried out",
  completed_early: "The mission was already achieved",
  aborted_by_review: "A planning review stopped it",
  aborted_by_person: "A person stopped it",
  cancelled: "It was cancelled",
  no_path: "No way forward was found",
  budget_exhausted: "A limit was reached",
  mission_impossible: "The mission was found to be impossible",
  plan_rejected: "No usable plan was written",
  task_failed: "A task that the mission needs did not succeed",
  engine_fault: "The engine met a fault",
  error: "An error ended it",
};

/** Why a run ended, in a sentence. */
export const finishReasonSentence = (reason: FinishReason): string => FINISH_REASON_SENTENCES[reason];
