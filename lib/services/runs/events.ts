import { z } from "zod";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import type { RunEvent } from "@/lib/core/run/events";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/** Events of a run after a number, in order. `nextAfter` is null on the last page. */
export const listRunEvents = defineVerb({
  name: "runs/events",
  capability: "view",
  input: z.strictObject({
    runId: z.string().max(200),
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(1_000).default(200),
  }),
  async run({ ctx, input }): Promise<{ items: RunEvent[]; nextAfter: number | null }> {
    await requireRun(ctx, input.runId);
    const { runId, after, limit } = input;
    const events = await readEventsAfter(ctx.db, { runId, afterSeq: after, limit: limit + 1 });
    const items = events.slice(0, limit);
    return { items, nextAfter: events.length > limit ? (items.at(-1)?.seq ?? null) : null };
  },
});
