import { z } from "zod";
import { readRunUsage } from "@/db/queries/read-calls";
import { readEventsAfter } from "@/db/queries/read-events";
import { REDUCER_VERSION, RUN_LOG_EVENTS } from "@/lib/core/stream";
import type { RunPageView } from "@/lib/core/views";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";
import { runPurgesOf, runUsageOf } from "./calls";

/**
 * All that a run's page begins with, as of one event: the folded state, the last events up to it, what the run has
 * used, and what of it was removed. Throws `not_found`, and `unsupported` for a run of another version.
 */
export const viewRun = defineVerb({
  name: "runs/view",
  capability: "view",
  input: z.strictObject({
    runId: z.string().max(200),
    /** How many of its last events. */
    log: z.coerce.number().int().min(0).max(RUN_LOG_EVENTS).default(RUN_LOG_EVENTS),
  }),
  async run({ ctx, input: { runId, log: wanted } }): Promise<RunPageView> {
    // Before the state: what the run uses in between is then among the events.
    const row = await readRunUsage(ctx.db, { workspaceId: ctx.actor.workspaceId, runId });
    const state = structuredClone(await requireRun(ctx, runId));
    const afterSeq = Math.max(0, state.seq - wanted);
    const log = await readEventsAfter(ctx.db, { runId, afterSeq, limit: state.seq - afterSeq });
    return { state, log, usage: runUsageOf(row), purged: runPurgesOf(row), reducer: REDUCER_VERSION };
  },
});
