import type { DrillCounts } from "../drills/catch-rate";
import type { ErrorSummary } from "../forecast/views";
import type { Decision } from "../plan/words";
import type { CHECK_LAYERS } from "../run/events/checks";
import type { FailureCode } from "../run/events/tasks";
import type { RunStatus } from "../run/status";
import type { Agreement, ReplanCount, WaitBin } from "./facets";

/** What the store counts for a report; its figures follow from these alone. */
export type InsightCounts = {
  runs: readonly { replans: ReplanCount; status: RunStatus; runs: number }[];
  tags: readonly { tag: string; runs: number; replanned: number }[];
  /** Runs of the same days that are left out, as demo runs or as real ones. */
  leftOut: number;
  /** By group: the first day of a week, or a prompt version (null where nobody recorded it). */
  decisions: readonly { group: string | null; decision: Decision; agreement: Agreement; count: number }[];
  /** What lay before the last decided review of each run that has one. */
  spans: { reviews: number; tasks: number; steps: number };
  retries: readonly { code: FailureCode; retries: number; fixed: number }[];
  checks: readonly { layer: (typeof CHECK_LAYERS)[number]; checked: number; caught: number; fixed: number }[];
  lessons: readonly { lessonId: string; text: string; runs: number; completed: number }[];
  waits: readonly { bin: WaitBin; gates: number }[];
  /** Of the forecasts of first plans, the newest runs of the days at most. */
  forecasts: ForecastCounts;
  /** Drills that were answered on these days, whatever runs the report is about. */
  drills: DrillCounts;
  waitSpread: { medianMs: number | null; p90Ms: number | null; notByPeople: number };
};

/** Runs with a forecast, and how far off it was (lib/core/forecast). */
export type ForecastCounts = { runs: number; money: ErrorSummary; time: ErrorSummary; writes: ErrorSummary };
