import { z } from "zod";
import { readTimeMarks } from "@/db/queries/runs/read-time-marks";
import { marksOf, type StoredMarks } from "@/lib/core/timeline/marks";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/** Throws `not_found`. */
export const listTimeMarks = defineVerb({
  name: "runs/timeMarks",
  capability: "view",
  description:
    "When its decisions were made and its plan versions took effect, without its events: `{decisions: [{seq, at}], versions: [{version, seq, at}]}`",
  routes: [{ at: "GET /api/v1/runs/{id}/time-marks", id: "runId" }],
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input: { runId } }): Promise<StoredMarks> {
    const { drill } = await readRun(ctx, runId);
    if (drill) return marksOf(drill.log);
    return readTimeMarks(ctx.db, { workspaceId: ctx.actor.workspaceId, runId });
  },
});
