import type { InsightCounts } from "@/lib/core/insights/counts";
import type { InsightScope } from "@/lib/core/insights/report";

/** The days and runs that the report is about. */
export const insightScope: InsightScope = {
  from: "2026-11-11",
  to: "2026-11-22",
  tag: null,
  runs: "real",
  by: "week",
};
const NO_ERRORS = { n: 0, medianError: null, p10Error: null, p90Error: null, within: null };
/** The counts where nothing has happened. */
export const noInsights: InsightCounts = {
  runs: [],
  tags: [],
  leftOut: 0,
  decisions: [],
  spans: { reviews: 0, tasks: 0, steps: 0 },
  retries: [],
  checks: [],
  lessons: [],
  waits: [],
  drills: [],
  forecasts: { runs: 0, money: NO_ERRORS, time: NO_ERRORS, writes: NO_ERRORS },
  waitSpread: { medianMs: null, p90Ms: null, notByPeople: 0 },
};
/** The first days of the weeks in it. */
export const INSIGHT_WEEKS = ["2026-11-09", "2026-11-16"];
/** The counts with something of everything. */
export const fullInsights: InsightCounts = {
  ...noInsights,
  runs: [
    { replans: "none", status: "completed", runs: 8 },
    { replans: "one", status: "failed", runs: 6 },
  ],
  tags: [
    { tag: "release", runs: 12, replanned: 6 },
    { tag: "rare", runs: 2, replanned: 1 },
  ],
  decisions: INSIGHT_WEEKS.map((group) => ({ group, decision: "CONTINUE", agreement: "agreed", count: 6 })),
  spans: { reviews: 12, tasks: 24, steps: 30 },
  retries: [{ code: "timeout", retries: 6, fixed: 3 }],
  checks: [
    { layer: "schema", checked: 9, caught: 4, fixed: 1 },
    { layer: "model", checked: 3, caught: 0, fixed: 0 },
  ],
  lessons: [{ lessonId: "l", text: "Measure first", runs: 7, completed: 6 }],
  forecasts: {
    runs: 9,
    time: NO_ERRORS,
    writes: NO_ERRORS,
    money: { n: 8, medianError: 0.14, p10Error: -0.3, p90Error: 0.4, within: 0.75 },
  },
  waits: [{ bin: "5_to_15m", gates: 6 }],
  waitSpread: { medianMs: 400_000, p90Ms: 800_000, notByPeople: 2 },
};
