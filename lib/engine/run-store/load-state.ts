import type { Sql } from "postgres";
import { openPipeline, type Pipeline } from "@/db/pipeline";
import { type EventRow, pageOfEvents } from "@/db/queries/run-store/read-run";
import { apply, initialState, type RunEvent, type RunState, readEvent } from "@/lib/core/run";
import { guardDecide, isDecideFault } from "./fault";
import type { Snapshots } from "./snapshots";

const PAGE_EVENTS = 2_000;

type OnEvent = (event: RunEvent) => void;

/**
 * The state of a run as of its newest stored event, by its snapshot and what came after, or by all its events. A
 * snapshot that the rest does not fold onto counts for nothing. Without events (seq 0) the run may not exist.
 */
export async function loadStored(
  client: Sql,
  snapshots: Snapshots,
  runId: string,
  { onEvent, upToSeq = Number.POSITIVE_INFINITY }: { onEvent?: OnEvent; upToSeq?: number } = {},
): Promise<RunState> {
  return onPipeline(client, async (pipeline) => {
    const snapshot = await snapshots.read(pipeline, runId, upToSeq);
    if (snapshot) {
      try {
        return await applyNewer(pipeline, snapshot, onEvent);
      } catch (error) {
        if (!isDecideFault(error)) throw error;
        snapshots.reject(runId, error);
      }
    }
    return await applyNewer(pipeline, initialState(runId), onEvent);
  });
}

/** Brings an owned state up to the newest stored event, and gives it back. */
export function loadNewer(client: Sql, state: RunState): Promise<RunState> {
  return onPipeline(client, (pipeline) => applyNewer(pipeline, state));
}

async function onPipeline<T>(client: Sql, work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
  const pipeline = await openPipeline(client);
  try {
    return await work(pipeline);
  } finally {
    pipeline.release();
  }
}

/** A page at a time. */
async function applyNewer(pipeline: Pipeline, state: RunState, seen?: OnEvent): Promise<RunState> {
  for (;;) {
    const [rows] = await pipeline.send([pageOfEvents(pipeline.sql, state.runId, state.seq, PAGE_EVENTS)]);
    catchUp(state, rows, seen);
    if (rows.length < PAGE_EVENTS) return state;
  }
}

/**
 * Applies stored events to an owned state. Throws the DomainFailure `unsupported` as `readEvent` does; a throw of
 * `apply`, or a hole in the numbers, is a DecideFault.
 */
export function catchUp(state: RunState, rows: EventRow[], seen?: OnEvent): void {
  for (const row of rows) {
    const event = readEvent(withoutNulls(row));
    guardDecide(() => {
      if (event.seq !== state.seq + 1) throw new Error(`Event ${state.seq + 1} of the run is missing.`);
      apply(state, event);
    });
    seen?.(event);
  }
}

const withoutNulls = (row: EventRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
