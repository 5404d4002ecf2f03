import type { z } from "zod";
import { readOutcomes } from "@/db/queries/forecasts/read-outcomes";
import { readInsightCounts } from "@/db/queries/insights/read-counts";
import { daysInMs, stepsOf } from "@/lib/core/cost/days";
import { summarizeErrors } from "@/lib/core/forecast/errors";
import { insightDays, insightsInput } from "@/lib/core/inputs/insights";
import { type InsightsReport, insightsOf } from "@/lib/core/insights/report";
import { UTC } from "@/lib/core/zones";
import type { ServiceContext } from "../context";
import { outcomeOf } from "../forecasts/outcome";
import { defineVerb } from "../verb";

/** The newest runs of the days whose forecasts are held against what came. */
const MAX_FORECAST_RUNS = 1_000;

/** Reads the last eight weeks where no day is given. Throws `invalid_input` for days that are none. */
export const reportInsights = defineVerb({
  name: "insights/report",
  capability: "view",
  description:
    "What the runs that ended in these days say about plans, reviews and people; `runs` is `real` (unless said otherwise) or `demo`, `by` is `week` or `prompt`",
  see: ["insights.md"],
  routes: [{ at: "GET /api/v1/insights" }],
  input: insightsInput,
  run: ({ ctx, input }): Promise<InsightsReport> => insightsFor(ctx, input),
});

/** The same for a verb that writes it down. */
export async function insightsFor(
  ctx: Pick<ServiceContext, "db" | "actor" | "clock">,
  { tag, runs, by, ...given }: z.output<typeof insightsInput>,
): Promise<InsightsReport> {
  const { workspaceId, zone = UTC } = ctx.actor;
  const range = { ...insightDays(given, ctx.clock.nowMs(), zone), by: "week" as const };
  const weeks = stepsOf(range);
  const wanted = tag === undefined || tag === "" ? {} : { tag };
  const scope = { workspaceId, ...daysInMs(range, zone), ...wanted };
  const weekStarts = weeks.map((from) => ({ key: from, ms: daysInMs({ from, to: from }, zone).fromMs }));
  const [counts, outcomes] = await Promise.all([
    readInsightCounts(ctx.db, { ...scope, runs, by, weekStarts }),
    readOutcomes(ctx.db, { ...scope, demo: runs === "demo", limit: MAX_FORECAST_RUNS }),
  ]);
  const items = outcomes.map(outcomeOf);
  const forecasts = {
    runs: items.length,
    money: summarizeErrors(items.map(({ moneyUsd }) => moneyUsd)),
    time: summarizeErrors(items.map(({ timeMs }) => timeMs)),
    writes: summarizeErrors(items.map(({ writes }) => writes)),
  };
  const { from, to } = range;
  return insightsOf({ ...counts, forecasts }, { from, to, tag: wanted.tag ?? null, runs, by }, weeks);
}
