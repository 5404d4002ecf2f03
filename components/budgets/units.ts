import { BUDGETS, type Budget } from "@/lib/core/run/state/ledger";

/** How people write a limit: in dollars and minutes, where the run counts millionths and milliseconds. */
type Unit = { label: string; scale: number; step: number };

const COUNT: Unit = { label: "", scale: 1, step: 1 };
const UNITS: Record<Budget, Unit> = {
  maxTokens: { ...COUNT, label: "tokens" },
  maxCostMicroUsd: { label: "US dollars", scale: 1_000_000, step: 0.01 },
  maxHops: { ...COUNT, label: "tool calls" },
  maxDurationMs: { label: "minutes", scale: 60_000, step: 1 },
  maxTotalReplans: { ...COUNT, label: "replans" },
  maxReplansPerTask: { ...COUNT, label: "replans" },
  maxWishes: { ...COUNT, label: "replans" },
  maxIterations: { ...COUNT, label: "iterations" },
};

export const budgetOf = (counter: unknown): Budget | undefined => BUDGETS.find((one) => one === counter);

export const unitOf = (budget: Budget): Unit => UNITS[budget];

/** A limit as a person types it: `1500000` millionths of a dollar are `1.5`. */
export function limitText(budget: Budget, limit: number): string {
  return String(Number((limit / UNITS[budget].scale).toFixed(4)));
}

/** Limits that may be nought: a run without replans is one that people ask for. */
const FROM_ZERO: ReadonlySet<Budget> = new Set(["maxTotalReplans"]);

/** What a person typed as a limit of the run; undefined where it is none. */
export function readLimit(budget: Budget, text: string): number | undefined {
  const typed = text.trim() === "" ? Number.NaN : Number(text);
  const limit = Math.round(typed * UNITS[budget].scale);
  const isWhole = UNITS[budget].scale > 1 || Number.isInteger(typed);
  const isEnough = limit > 0 || (limit === 0 && FROM_ZERO.has(budget));
  return Number.isSafeInteger(limit) && isEnough && isWhole ? limit : undefined;
}
