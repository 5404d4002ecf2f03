import { z } from "zod";
import { readEndedRuns } from "@/db/queries/runs/read-ended-runs";
import { today } from "@/lib/core/cost/spending-cap";
import type { RunKind } from "@/lib/core/inputs/insights";
import type { OverviewFigures } from "@/lib/core/views";
import { defineVerb } from "../verb";

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * How the runs of real models that ended in the last seven days (UTC, today included) came out, as /insights counts
 * them; where there are none, demo runs.
 */
export const overviewFigures = defineVerb({
  name: "overview/figures",
  capability: "view",
  input: z.strictObject({}),
  async run({ ctx }): Promise<OverviewFigures> {
    const { day: to, beforeMs } = today(ctx.clock.nowMs());
    const fromMs = beforeMs - WEEK_DAYS * DAY_MS;
    const { workspaceId } = ctx.actor;
    const countsOf = (runs: RunKind) => readEndedRuns(ctx.db, { workspaceId, fromMs, beforeMs, runs });
    const days = { from: today(fromMs).day, to };
    const real = await countsOf("real");
    if (real.ended > 0) return { ...days, runs: "real", ...real };
    const demo = await countsOf("demo");
    return { ...days, runs: demo.ended > 0 ? "demo" : "real", ...demo };
  },
});
