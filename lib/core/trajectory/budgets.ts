import type { Constraints, Trajectory } from "./types";

/** What limits one attempt, by the name of its limit in the constraints of the trajectory. */
export const ATTEMPT_BUDGETS = [
  "maxTurns",
  "hopBudget",
  "deadlineMs",
  "tokenBudget",
  "costBudgetMicroUsd",
] as const satisfies (keyof Constraints)[];
type AttemptCounter = (typeof ATTEMPT_BUDGETS)[number];

/** A budget that has no room for what comes next; `asked` is what that would take in addition to `used`. */
export type AttemptBudget = { counter: AttemptCounter; used: number; asked: number; limit: number };

/** The budget that what comes next does not fit into; undefined if it does. */
export function exceededBudget(
  { constraints }: Pick<Trajectory, "constraints">,
  asked: Omit<AttemptBudget, "limit">,
): AttemptBudget | undefined {
  const limit = constraints[asked.counter];
  if (limit === undefined || asked.used + asked.asked <= limit) return;
  return { ...asked, limit };
}
