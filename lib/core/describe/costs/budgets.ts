import type { Payload } from "../../run/events";
import type { Budget } from "../../run/state/ledger";
import type { AttemptBudget } from "../../trajectory/budgets";
import { formatCount, formatCounted, formatExactDuration, formatUsd } from "../amounts";

type BudgetFormat = { name: string; amount: (n: number, unit: boolean) => string };

const countFormat = (one: string, many: string) => (n: number, unit: boolean) =>
  unit ? formatCounted(n, one, many) : formatCount(n);

const BUDGET_FORMATS: Record<Budget, BudgetFormat> = {
  maxTokens: { name: "Tokens", amount: countFormat("token", "tokens") },
  maxCostMicroUsd: { name: "Cost", amount: (n) => formatUsd(n / 1_000_000) },
  maxHops: { name: "Tool calls", amount: countFormat("tool call", "tool calls") },
  maxDurationMs: { name: "Time", amount: (n) => formatExactDuration(n) },
  maxTotalReplans: { name: "Replans", amount: countFormat("replan", "replans") },
  maxReplansPerTask: { name: "Replans for one task", amount: countFormat("replan", "replans") },
  maxWishes: { name: "Replans requested by people", amount: countFormat("replan", "replans") },
  maxIterations: { name: "Iterations", amount: countFormat("iteration", "iterations") },
};

const budgetFormat = (counter: string): BudgetFormat =>
  BUDGET_FORMATS[counter as Budget] ?? { name: counter, amount: (n) => formatCount(n) };

/** What a budget is called. */
export const budgetName = (counter: string): string => budgetFormat(counter).name;

/** An amount of a budget as people write it: "12,000 tokens", "$1.50", "10 min 30 s". */
export const formatBudgetAmount = (counter: string, amount: number, unit = true): string =>
  budgetFormat(counter).amount(amount, unit);

/** "Tokens: 15,000 of 20,000 tokens are used". */
export function describeLimit({ counter, used, limit }: { counter: string; used: number; limit: number }) {
  return `${budgetName(counter)}: ${formatBudgetAmount(counter, used, false)} of ${formatBudgetAmount(counter, limit)} ${limit === 1 ? "is" : "are"} used`;
}

/** Says why a run closed for a limit: it is used, or has less left than the next call may take. */
export function formatSpent({ counter, used, limit, asked }: Spent): string {
  const name = budgetName(counter);
  if (used === undefined || limit === undefined) return `${name} ran out.`;
  const [spent, most] = [used, limit].map((one) => formatBudgetAmount(counter, one, false));
  if (asked === undefined || used >= limit) return `${name} ran out: ${spent} of ${most} used.`;
  const next = formatBudgetAmount(counter, asked, false);
  return `The limit on ${name.toLowerCase()} is reached: ${spent} of ${most} used, and the next call may take up to ${next}.`;
}

type Spent = {
  counter: string;
  used?: number | undefined;
  limit?: number | undefined;
  asked?: number | undefined;
};

/** Why the next turn or call of an agent does not fit into a budget of its attempt. */
export function formatAttemptBudget({ counter, used, asked, limit }: AttemptBudget): string {
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
      return `costBudgetUsd: ${formatMicroUsd(used)} of ${formatMicroUsd(limit)} US dollars are used, and the next request may cost ${formatMicroUsd(asked)}.`;
  }
}

const formatMicroUsd = (microUsd: number): string => (microUsd / 1_000_000).toFixed(6);

/** What a question about the plan took, as the log of its run has it. */
export function formatQuestionUse({ calls }: Payload<"question_counted">): string {
  const costs = calls.flatMap(({ costMicroUsd }) => costMicroUsd ?? []);
  const cost = costs.reduce((sum, one) => sum + one, 0);
  const spent = costs.length < calls.length ? "unknown" : formatBudgetAmount("maxCostMicroUsd", cost);
  return `A question about the plan counts against the limits, cost ${spent}`;
}

/** That a budget is nearly used, or cannot be held. */
export function formatBudgetWarning({
  counter,
  used,
  limit,
  setting,
  lineage,
  unpriced,
}: Payload<"budget_warned">): string {
  if (unpriced) {
    return `${setting} cannot be enforced: the cost of ${unpriced.join(", ")} is unknown and not counted`;
  }
  const about = lineage === undefined ? counter : `${counter} of ${lineage}`;
  return `${about}: ${formatBudgetAmount(counter, used, false)} of ${formatBudgetAmount(counter, limit)} are used`;
}
