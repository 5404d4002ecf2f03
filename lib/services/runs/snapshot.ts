import { z } from "zod";
import { invalidInput } from "@/lib/core/errors";
import { inAddress, lastOrdinal } from "@/lib/core/inputs/bounds";
import type { RunState } from "@/lib/core/run/state";
import { REDUCER_VERSION } from "@/lib/core/stream";
import type { ServiceContext } from "../context";
import { eventsOfRun, type ReadRun, readRun } from "../submit";
import { defineVerb } from "../verb";
import { createPastStates } from "./past-states";

/** What is stored of a run's states is the newest alone. */
const stateAt = createPastStates();

/** The state of a run after its event `at`. Throws `invalid_input` (no such event). */
export async function pastState(ctx: ServiceContext, run: ReadRun, at: number): Promise<RunState> {
  const { runId, seq } = run.state;
  if (at > seq) throw invalidInput(`This run has ${seq} events: name one of them.`);
  return stateAt(eventsOfRun(ctx, run), runId, at);
}

/** Throws `not_found`, `invalid_input` (no such event). */
export const snapshotRun = defineVerb({
  name: "runs/snapshot",
  capability: "view",
  description:
    "Its folded state alone, now or as of its event `at`: what a reader folds the events after `state.seq` onto",
  routes: [{ at: "GET /api/v1/runs/{id}/snapshot", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    at: inAddress(lastOrdinal).optional(),
  }),
  async run({ ctx, input: { runId, at } }): Promise<{ state: RunState; reducer: number }> {
    const run = await readRun(ctx, runId);
    const { state: now } = run;
    const isNow = at === undefined || at === now.seq;
    const state = isNow ? structuredClone(now) : await pastState(ctx, run, at);
    return { state, reducer: REDUCER_VERSION };
  },
});
