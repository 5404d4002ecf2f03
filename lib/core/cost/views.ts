import type { FinishReason, RunStatus } from "../run/status";
import type { CostLine, Spending } from "../views";
import type { CostDays } from "./days";
import type { CallPurpose } from "./purpose";

/** What a report of costs is asked for, in addition to its days. */
export type CostFilter = {
  tag?: string;
  model?: string;
  role?: string;
  agent?: string;
  runId?: string;
  /** The plan version in force; 0 before the first. Without a run it is of each run its own. */
  version?: number;
};

/** One side of a report: its largest lines, and the sum of all others. */
export type CostSide = { lines: CostLine[]; others: { count: number; line: CostLine } | null };

/** How single calls spread: the figure that half of them, and that 95 of 100, stay within. Null where none has it. */
export type CallSpread = {
  pricedCalls: number;
  medianUsd: number | null;
  p95Usd: number | null;
  medianLatencyMs: number | null;
  p95LatencyMs: number | null;
};

/** A run among the most expensive; what is null is of a run that was removed. */
type RunCost = CostLine & {
  key: string;
  mission: string | null;
  status: RunStatus | null;
  finishReason: FinishReason | null;
  replans: number | null;
};

/** Limits on cost against what was spent. Runs without a limit are in none of it. */
export type BudgetUse = {
  runs: number;
  capUsd: number;
  /** The known part; `unknownCalls` are not in it. */
  spentUsd: number;
  unknownCalls: number;
};

/**
 * What models cost (docs/costs.md). `sum` is all known money: that of runs, replays, evaluations and probes. Simulated
 * calls are in none of it, and calls without a price count as unknown wherever they stand.
 */
export type CostReport = {
  days: CostDays;
  filter: CostFilter;
  sum: CostLine;
  purposes: (CostLine & { key: CallPurpose })[];
  /** By model: what they would have cost. */
  simulated: CostLine[];
  /** Models of runs with calls of unknown cost: those calls alone. */
  unpriced: { model: string; calls: number }[];
  /** All below is of runs alone, by real models. */
  steps: (CostLine & { key: string })[];
  roles: CostSide;
  models: { lines: (CostLine & { spread: CallSpread | null })[]; others: CostSide["others"] };
  agents: CostSide;
  versions: CostLine[];
  tags: CostLine[];
  runs: RunCost[];
  spread: CallSpread;
  /** Calls of attempts after the first of a task. */
  retries: CostLine;
  /** Null where the filter asks for calls of one model, role, agent or version: replans and limits are of whole runs. */
  replans: { count: number; runs: number; spent: Spending; discarded: Spending } | null;
  budgets: {
    steps: (BudgetUse & { key: string })[];
    runs: (BudgetUse & { runId: string; mission: string | null })[];
  } | null;
};
