import { z } from "zod";
import { readEndedRuns } from "@/db/queries/runs/read-ended-runs";
import { today } from "@/lib/core/cost/spending-cap";
import type { OverviewFigures } from "@/lib/core/views";
import { defineVerb } from "../verb";

const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/** How the runs of real models that ended in the last seven days (UTC, today included) came out, as /insights counts them. */
export const overviewFigures = defineVerb({
  name: "overview/figures",
  capability: "view",
  input: z.strictObject({}),
  async run({ ctx }): Promise<OverviewFigures> {
    const { day: to, beforeMs } = today(ctx.clock.nowMs());
    const fromMs = beforeMs - WEEK_DAYS * DAY_MS;
    const { workspaceId } = ctx.actor;
    const counts = await readEndedRuns(ctx.db, { workspaceId, fromMs, beforeMs, runs: "real" });
    return { from: today(fromMs).day, to, ...counts };
  },
});
