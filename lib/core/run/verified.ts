import type { TaskState } from "./state";

/** True for a result that was checked and passed every check: green needs evidence (docs/engine.md, "Verification"). */
export function isVerified({ status, attempts }: Pick<TaskState, "status" | "attempts">): boolean {
  const { checks = [] } = attempts.at(-1) ?? {};
  return status === "succeeded" && checks.length > 0 && checks.every(({ outcome }) => outcome === "passed");
}
