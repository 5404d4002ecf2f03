import type { Sql } from "postgres";
import { openPipeline } from "@/db/pipeline";
import { type EventRow, pageOfEvents } from "@/db/queries/door-read";
import { apply, type RunEvent, type RunState, readEvent } from "@/lib/core/run";

const PAGE_EVENTS = 2_000;

/** Brings an owned state up to the newest stored event, a page at a time. No event: the run may not exist. */
export async function loadNewer(
  client: Sql,
  state: RunState,
  seen?: (event: RunEvent) => void,
): Promise<void> {
  const pipeline = await openPipeline(client);
  try {
    for (;;) {
      const [rows] = await pipeline.send([pageOfEvents(pipeline.sql, state.runId, state.seq, PAGE_EVENTS)]);
      catchUp(state, rows, seen);
      if (rows.length < PAGE_EVENTS) return;
    }
  } finally {
    pipeline.release();
  }
}

/** Applies stored events to an owned state. Throws the DomainFailure `unsupported` as `readEvent` does. */
export function catchUp(state: RunState, rows: EventRow[], seen?: (event: RunEvent) => void): void {
  for (const row of rows) {
    const event = readEvent(withoutNulls(row));
    apply(state, event);
    seen?.(event);
  }
}

const withoutNulls = (row: EventRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
