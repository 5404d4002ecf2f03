import { z } from "zod";
import type { RunBatch } from "../hub";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/**
 * Events and arriving text of a run after a place; ends with the run, or when the signal fires. Without `chunk` only
 * text of steps that are not committed yet is given. Throws `not_found`.
 */
export const followRun = defineVerb({
  name: "runs/follow",
  capability: "view",
  input: z.object({
    runId: z.string().max(200),
    seq: z.int().min(0).default(0),
    chunk: z.int().min(0).optional(),
    signal: z.instanceof(AbortSignal),
  }),
  async run({ ctx, input }): Promise<{ batches: AsyncIterable<RunBatch>; seq: number; ended: boolean }> {
    const { runId, chunk, ...from } = input;
    const state = await requireRun(ctx, runId);
    const batches = ctx.hub.follow(runId, chunk === undefined ? from : { ...from, chunk });
    return { batches, seq: state.seq, ended: state.phase === "ended" };
  },
});
