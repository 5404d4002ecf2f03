import { z } from "zod";
import { readEventsAfter } from "@/db/queries/read-events";
import { invalidInput } from "@/lib/core/errors";
import { fold, initialState } from "@/lib/core/run";
import type { RunState } from "@/lib/core/run/state";
import { REDUCER_VERSION } from "@/lib/core/stream";
import type { ServiceContext } from "../context";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

const PAGE_EVENTS = 2_000;

/**
 * The folded state of a run, now or after its event `at`: what a browser starts from before it folds the events after
 * `state.seq` itself. Throws `not_found`, `invalid_input` (no such event).
 */
export const snapshotRun = defineVerb({
  name: "runs/snapshot",
  capability: "view",
  input: z.strictObject({
    runId: z.string().max(200),
    at: z.coerce.number().int().min(0).optional(),
  }),
  async run({ ctx, input: { runId, at } }): Promise<{ state: RunState; reducer: number }> {
    const now = await requireRun(ctx, runId);
    if (at === undefined || at === now.seq) return { state: structuredClone(now), reducer: REDUCER_VERSION };
    if (at > now.seq) throw invalidInput(`This run has ${now.seq} events: name one of them.`);
    return { state: await stateAt(ctx, runId, at), reducer: REDUCER_VERSION };
  },
});

/** Folded from the first event, a page at a time: what is stored of a run's states is the newest alone. */
async function stateAt(ctx: ServiceContext, runId: string, at: number): Promise<RunState> {
  let state = initialState(runId);
  while (state.seq < at) {
    const limit = Math.min(PAGE_EVENTS, at - state.seq);
    state = fold(runId, await readEventsAfter(ctx.db, { runId, afterSeq: state.seq, limit }), state);
  }
  return state;
}
