import { ANSWERED_STATUSES, type ToldStatus } from "../status";
import type { TaskState } from "./task";

/** How a task ended, for people and models: the answer of a person is no failure of their gate, and silence is no answer. */
export function toldStatus({
  status,
  failureCode,
  diagnosis,
}: Pick<TaskState, "status" | "failureCode" | "diagnosis">): ToldStatus {
  const hasEnded = status === "failed" || status === "skipped";
  if (!hasEnded || diagnosis?.code === "unanswered") return status;
  return ANSWERED_STATUSES.find((one) => one === failureCode) ?? status;
}
