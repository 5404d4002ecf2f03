import type { TaskState } from "./task";

/**
 * True for a result of an attempt that was checked: an attempt succeeds only if every check passed, and what a person
 * accepted or supplied is nobody's success (docs/engine.md, "Verification").
 */
export function isVerified({ attempts }: Pick<TaskState, "attempts">): boolean {
  const { outcome, checks = [] } = attempts.at(-1) ?? {};
  return outcome === "succeeded" && checks.length > 0;
}
