import { z } from "zod";
import { readEndedRuns } from "@/db/queries/runs/read-ended-runs";
import { daysInMs, daysOfPeriod } from "@/lib/core/cost/days";
import type { RunKind } from "@/lib/core/inputs/insights";
import type { OverviewFigures } from "@/lib/core/views";
import { UTC } from "@/lib/core/zones";
import { defineVerb } from "../verb";

/** Counts as /insights does, by the days of the reader, today included. */
export const overviewFigures = defineVerb({
  name: "overview/figures",
  capability: "view",
  description:
    "How the runs of real models that ended in the last seven days came out, or demo runs where no others have: `{from, to, runs, ended, completed, replanned}`",
  see: ["#days"],
  routes: [{ at: "GET /api/v1/overview" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<OverviewFigures> {
    const { workspaceId, zone = UTC } = ctx.actor;
    const days = daysOfPeriod("7d", ctx.clock.nowMs(), zone);
    const moments = daysInMs(days, zone);
    const countsOf = (runs: RunKind) => readEndedRuns(ctx.db, { workspaceId, ...moments, runs });
    const real = await countsOf("real");
    if (real.ended > 0) return { ...days, runs: "real", ...real };
    const demo = await countsOf("demo");
    return { ...days, runs: demo.ended > 0 ? "demo" : "real", ...demo };
  },
});
