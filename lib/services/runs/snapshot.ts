import { z } from "zod";
import { invalidInput } from "@/lib/core/errors";
import type { RunState } from "@/lib/core/run/state";
import { REDUCER_VERSION } from "@/lib/core/stream";
import { eventsOfRun, readRun } from "../submit";
import { defineVerb } from "../verb";
import { createPastStates } from "./past-states";

/** What is stored of a run's states is the newest alone. */
const stateAt = createPastStates();

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
    const run = await readRun(ctx, runId);
    const { state: now } = run;
    if (at === undefined || at === now.seq) return { state: structuredClone(now), reducer: REDUCER_VERSION };
    if (at > now.seq) throw invalidInput(`This run has ${now.seq} events: name one of them.`);
    const state = await stateAt(eventsOfRun(ctx, run), runId, at);
    return { state, reducer: REDUCER_VERSION };
  },
});
