import { z } from "zod";
import { inAddress, lastOrdinal } from "@/lib/core/inputs/bounds";
import type { RunEvent } from "@/lib/core/run/events";
import { eventsOfRun, readRun } from "../submit";
import { defineVerb } from "../verb";

/** `nextAfter` is null on the last page. */
export const listRunEvents = defineVerb({
  name: "runs/events",
  capability: "view",
  description: "Its events, in pages",
  routes: [{ at: "GET /api/v1/runs/{id}/events", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    after: inAddress(lastOrdinal).default(0),
    limit: inAddress(z.int().min(1).max(1_000)).default(200),
  }),
  async run({ ctx, input }): Promise<{ items: RunEvent[]; nextAfter: number | null }> {
    const { runId, after, limit } = input;
    const run = await readRun(ctx, runId);
    const events = await eventsOfRun(ctx, run)({ afterSeq: after, limit: limit + 1 });
    const items = events.slice(0, limit);
    return { items, nextAfter: events.length > limit ? (items.at(-1)?.seq ?? null) : null };
  },
});
