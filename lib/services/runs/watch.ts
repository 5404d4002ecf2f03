import { z } from "zod";
import { lastOrdinal } from "@/lib/core/inputs/bounds";
import type { RunEvent } from "@/lib/core/run/events";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

export const watchRun = defineVerb({
  name: "runs/watch",
  capability: "view",
  description:
    "Batches of events as they happen, after a number; ends with the run, or when the signal fires",
  routes: [],
  input: z.strictObject({
    runId: z.string().max(200),
    after: lastOrdinal.default(0),
    signal: z.instanceof(AbortSignal),
  }),
  async run({ ctx, input }): Promise<{ batches: AsyncIterable<RunEvent[]>; seq: number; ended: boolean }> {
    const { state } = await readRun(ctx, input.runId);
    const batches = ctx.hub.watch(input.runId, { after: input.after, signal: input.signal });
    return { batches, seq: state.seq, ended: state.phase === "ended" };
  },
});
