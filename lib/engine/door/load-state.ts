import type { Sql } from "postgres";
import { openPipeline } from "@/db/pipeline";
import { type EventRow, pageOfEvents } from "@/db/queries/door-read";
import { DomainFailure, domainError } from "@/lib/core/errors";
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

/**
 * Applies stored events to an owned state. Throws the DomainFailure `unsupported` for events this code cannot read:
 * they may be newer than it, so the run is refused, not declared broken.
 */
export function catchUp(state: RunState, rows: EventRow[], seen?: (event: RunEvent) => void): void {
  for (const row of rows) {
    const event = readRow(row);
    apply(state, event);
    seen?.(event);
  }
}

function readRow(row: EventRow): RunEvent {
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  try {
    return readEvent(present);
  } catch (cause) {
    const message = `Event ${row.seq} of this run was written by another version of Waymark.`;
    throw Object.assign(new DomainFailure(domainError("unsupported", message)), { cause });
  }
}
