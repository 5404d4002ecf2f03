import { z } from "zod";
import type { RunState } from "@/lib/core/run/state";
import { REDUCER_VERSION } from "@/lib/core/stream";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** The folded state of a run: what a browser starts from before it folds the events after `state.seq` itself. */
export const snapshotRun = defineVerb({
  name: "runs/snapshot",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200) }),
  async run({ ctx, input }): Promise<{ state: RunState; reducer: number }> {
    return { state: structuredClone(await requireRun(ctx, input.runId)), reducer: REDUCER_VERSION };
  },
});
