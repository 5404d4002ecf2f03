import type { Constraints, Trajectory } from "./types";

/** What limits one attempt, by the name of its limit in the constraints of the trajectory. */
export const ATTEMPT_BUDGETS = [
  "maxTurns",
  "hopBudget",
  "deadlineMs",
  "tokenBudget",
  "costBudgetMicroUsd",
] as const satisfies (keyof Constraints)[];
export type AttemptCounter = (typeof ATTEMPT_BUDGETS)[number];

/** A budget that has no room for what comes next; `asked` is what that would take besides `used`. */
export type AttemptBudget = { counter: AttemptCounter; used: number; asked: number; limit: number };

export type ExceededBudget = { budget: AttemptBudget; message: string };

/** The budget, with words for people, if what comes next does not fit into it; undefined if it does. */
export function exceededBudget(
  { constraints }: Pick<Trajectory, "constraints">,
  asked: Omit<AttemptBudget, "limit">,
): ExceededBudget | undefined {
  const limit = constraints[asked.counter];
  if (limit === undefined || asked.used + asked.asked <= limit) return;
  const budget = { ...asked, limit };
  return { budget, message: formatExceeded(budget) };
}

function formatExceeded({ counter, used, asked, limit }: AttemptBudget): string {
  switch (counter) {
    case "maxTurns":
      return `maxTurns: ${used} of ${limit} turns are used, and there is no answer.`;
    case "hopBudget":
      return `hopBudget: ${used} of ${limit} tool calls are used, and ${asked} more would be needed.`;
    case "deadlineMs":
      return `deadlineMs: ${Math.round(used)} of ${limit} ms are used.`;
    case "tokenBudget":
      return `tokenBudget: the next request would have ${asked} tokens, and ${limit} are allowed.`;
    case "costBudgetMicroUsd":
      return `costBudgetUsd: ${formatUsd(used)} of ${formatUsd(limit)} US dollars are used, and the next request may cost ${formatUsd(asked)}.`;
  }
}

const formatUsd = (microUsd: number): string => (microUsd / 1_000_000).toFixed(6);
