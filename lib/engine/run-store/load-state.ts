import type { Sql } from "postgres";
import { withRetries } from "@/db/failures";
import { openPipeline, type Pipeline } from "@/db/pipeline";
import { type EventRow, pageOfEvents } from "@/db/queries/run-store/read-run";
import { apply, initialState, type RunEvent, type RunState, readEvent } from "@/lib/core/run";
import { guardDecide, isDecideFault } from "./fault";
import type { Snapshots } from "./snapshots";

const PAGE_EVENTS = 2_000;

type OnEvent = (event: RunEvent) => void;

type LoadOptions = {
  /** Called for each event that a cold load folds; neither memory nor a snapshot hides those after `upToSeq`. */
  onEvent?: OnEvent;
  upToSeq?: number;
  /** The run is about to be created: unless it is in memory it begins empty, and nothing is loaded. */
  isNew?: boolean;
};

/** The folded states of one process, each in one hand at a time. */
export type States = {
  /**
   * Takes the state of a run, as of its last known commit or, cold, of its newest stored event (seq 0: there may be
   * no such run). The one who has it changes it, and puts it back only when the change is committed.
   */
  take(runId: string, options?: LoadOptions): Promise<RunState>;
  put(state: RunState): void;
  /** As of the last commit that this process knows of; undefined while somebody has it, and when it is not in memory. */
  known(runId: string): Readonly<RunState> | undefined;
  /** The state as of the newest stored event, to be read; undefined for an unknown run. */
  readNewest(runId: string): Promise<RunState | undefined>;
};

/** Keeps the states of the runs used last in memory, and loads the others. */
export function createStates(deps: { sql: Sql; snapshots: Snapshots; maxCachedRuns: number }): States {
  const { sql, snapshots, maxCachedRuns } = deps;
  const cached = new Map<string, RunState>();

  function takeCached(runId: string): RunState | undefined {
    const state = cached.get(runId);
    cached.delete(runId);
    return state;
  }

  function put(state: RunState): void {
    cached.set(state.runId, state);
    const [oldest] = cached.keys();
    if (cached.size > maxCachedRuns && oldest !== undefined) cached.delete(oldest);
  }

  return {
    put,
    known: (runId) => cached.get(runId),
    async take(runId, options = {}) {
      const { upToSeq = Number.POSITIVE_INFINITY, isNew } = options;
      const known = takeCached(runId) ?? (isNew ? initialState(runId) : undefined);
      return known && known.seq <= upToSeq ? known : await loadStored(sql, snapshots, runId, options);
    },
    readNewest: (runId) =>
      withRetries(async () => {
        const known = takeCached(runId);
        const state = await (known ? loadNewer(sql, known) : loadStored(sql, snapshots, runId, {}));
        if (state.seq === 0) return;
        put(state);
        return state;
      }),
  };
}

/**
 * The state of a run as of its newest stored event, by its snapshot and what came after, or by all its events. A
 * snapshot that the rest does not fold onto counts for nothing.
 */
async function loadStored(
  client: Sql,
  snapshots: Snapshots,
  runId: string,
  { onEvent, upToSeq = Number.POSITIVE_INFINITY }: LoadOptions,
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
function loadNewer(client: Sql, state: RunState): Promise<RunState> {
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

/** A page at a time. A run that is not there, or not any more, is an empty state, whatever was known of it. */
async function applyNewer(pipeline: Pipeline, state: RunState, onEvent?: OnEvent): Promise<RunState> {
  for (;;) {
    const [rows] = await pipeline.send([pageOfEvents(pipeline.sql, state.runId, state.seq, PAGE_EVENTS)]);
    if (rows.length === 0) return initialState(state.runId);
    catchUp(state, rows.filter(isEvent), onEvent);
    if (rows.length < PAGE_EVENTS) return state;
  }
}

const isEvent = (row: EventRow | { seq: null }): row is EventRow => row.seq !== null;

/**
 * Applies stored events to an owned state. Throws the DomainFailure `unsupported` as `readEvent` does; a throw of
 * `apply`, or a hole in the numbers, is a DecideFault.
 */
export function catchUp(state: RunState, rows: EventRow[], onEvent?: OnEvent): void {
  for (const row of rows) {
    const event = readEvent(withoutNulls(row));
    guardDecide(() => {
      if (event.seq !== state.seq + 1) throw new Error(`Event ${state.seq + 1} of the run is missing.`);
      apply(state, event);
    });
    onEvent?.(event);
  }
}

const withoutNulls = (row: EventRow) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
