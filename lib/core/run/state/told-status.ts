import { ANSWERED_STATUSES, type ToldStatus } from "../status";
import type { TaskState } from "./task";

/** The end of a task as people and models are shown it: a person's answer is no failure of their gate, silence no answer. */
export function toldStatus({
  status,
  failureCode,
  diagnosis,
}: Pick<TaskState, "status" | "failureCode" | "diagnosis">): ToldStatus {
  const hasEnded = status === "failed" || status === "skipped";
  if (!hasEnded || diagnosis?.code === "unanswered") return status;
  return ANSWERED_STATUSES.find((one) => one === failureCode) ?? status;
}
