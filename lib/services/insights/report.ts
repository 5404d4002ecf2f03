import type { z } from "zod";
import { readInsightCounts } from "@/db/queries/insights/read-counts";
import { daysInMs, stepsOf } from "@/lib/core/cost/days";
import { insightDays, insightsInput } from "@/lib/core/inputs/insights";
import { type InsightsReport, insightsOf } from "@/lib/core/insights/report";
import type { ServiceContext } from "../context";
import { defineVerb } from "../verb";

/**
 * How plans, reviews and people did in the runs that ended in a range of days (docs/insights.md); the last eight weeks
 * where no day is given. Demo runs are left out unless they are asked for. Throws `invalid_input` for days that are none.
 */
export const reportInsights = defineVerb({
  name: "insights/report",
  capability: "view",
  input: insightsInput,
  run: ({ ctx, input }): Promise<InsightsReport> => insightsFor(ctx, input),
});

/** The same for a verb that writes it down. */
export async function insightsFor(
  ctx: Pick<ServiceContext, "db" | "actor" | "clock">,
  { tag, runs, by, ...given }: z.output<typeof insightsInput>,
): Promise<InsightsReport> {
  const range = { ...insightDays(given, ctx.clock.nowMs()), by: "week" as const };
  const wanted = tag === undefined || tag === "" ? {} : { tag };
  const { workspaceId } = ctx.actor;
  const counts = await readInsightCounts(ctx.db, { workspaceId, ...daysInMs(range), ...wanted, runs, by });
  const { from, to } = range;
  return insightsOf(counts, { from, to, tag: wanted.tag ?? null, runs, by }, stepsOf(range));
}
