import { z } from "zod";
import { inAddress, lastOrdinal } from "@/lib/core/inputs/bounds";
import type { RunBatch } from "../hub";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/**
 * Events and arriving text of a run after a position; ends with the run, or when the signal fires. Without `chunk` only
 * text of steps that are not committed yet is given. The stream counts until the signal fires. Throws `not_found` and
 * `too_many_requests`.
 */
export const followRun = defineVerb({
  name: "runs/follow",
  capability: "view",
  description: "As a stream of events, each as it is committed",
  see: ["#streams"],
  routes: [
    {
      at: "GET /api/v1/runs/{id}/events",
      id: "runId",
      omit: ["signal"],
      answer: "runEvents",
      when: { accepts: "text/event-stream" },
    },
  ],
  input: z.strictObject({
    runId: z.string().max(200),
    /** The number of the event to go on after. */
    after: inAddress(lastOrdinal).default(0),
    chunk: inAddress(lastOrdinal).optional(),
    signal: z.instanceof(AbortSignal),
  }),
  async run({ ctx, input }): Promise<FollowedRun> {
    const { runId, after: seq, chunk, signal } = input;
    const { state } = await readRun(ctx, runId);
    ctx.quotas.hold(ctx.actor, "streams", signal);
    const from = chunk === undefined ? { seq } : { seq, chunk };
    const batches = ctx.hub.follow(runId, { ...from, signal });
    return { runId, batches, from, seq: state.seq, ended: state.phase === "ended" };
  },
});

type FollowedRun = {
  runId: string;
  batches: AsyncIterable<RunBatch>;
  /** The position that was asked for. */
  from: { seq: number; chunk?: number };
  seq: number;
  ended: boolean;
};
