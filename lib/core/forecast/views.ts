import type { RunStatus } from "../run/status";
import type { Forecast, PlanForecast } from "./types";

/** What was expected of something, and what came: null where either is unknown. `error` is the difference over what was expected. */
export type Compared = { expected: number; low: number; high: number; actual: number; error: number } | null;

/** A finished run against the forecast of its first plan: US dollars, milliseconds without waiting for people, writing calls. */
export type RunOutcome = {
  runId: string;
  mission: string;
  status: RunStatus;
  tags: string[];
  finishedAt: number;
  moneyUsd: Compared;
  timeMs: Compared;
  writes: Compared;
};

/**
 * How far off forecasts were, over the `n` runs of which both sides are known: the middle of the errors with their 10th
 * and 90th percentile, and the share that came within low and high. Null where there is none.
 */
export type ErrorSummary = {
  n: number;
  medianError: number | null;
  p10Error: number | null;
  p90Error: number | null;
  within: number | null;
};

export type ForecastErrors = {
  days: { from: string; to: string };
  /** Finished runs with a forecast, known or not; the newest 1 000 of the days at most. */
  runs: number;
  money: ErrorSummary;
  time: ErrorSummary;
  writes: ErrorSummary;
  items: RunOutcome[];
};

/** The forecast of a plan version: for the whole of it as it was adopted, and for what is left of the run now. */
export type RunForecast = {
  version: number;
  forecast: (PlanForecast & { whole: Forecast }) | null;
  /** Null for an earlier version, and once the run is over. */
  rest: Forecast | null;
  /** What came, once the run is over; of its first version alone. */
  outcome: RunOutcome | null;
};

/**
 * A plan that waits at a gate beside the version that it would take the place of: what each is expected to take until the
 * run ends, null where it cannot be said.
 */
export type ProposalForecast = {
  proposed: Forecast | null;
  instead: { version: number; forecast: Forecast | null };
};
