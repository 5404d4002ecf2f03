import type { Sql } from "postgres";
import type { Pipeline } from "@/db/pipeline";
import { dropSnapshot, putSnapshot, type SnapshotRow, snapshotOf } from "@/db/queries/run-store/snapshots";
import type { Log } from "@/lib/core/ports";
import { initialState, type RunEvent, type RunState } from "@/lib/core/run";
import { REDUCER_VERSION } from "@/lib/core/stream";

const SNAPSHOT_MIN_EVENTS = 1_000;
const SNAPSHOT_MIN_BYTES = 1_048_576;
const STATE_KEYS = Object.keys(initialState(""));

/** Folded states that spare cold loads the early events (docs/engine.md, "Snapshots"). All of it may fail or be lost. */
export type Snapshots = {
  /** The stored state of a run, its own to change; undefined without a fitting one that is not after `upToSeq`. */
  read(pipeline: Pipeline, runId: string, upToSeq: number): Promise<RunState | undefined>;
  /** Forgets a snapshot that turned out to be unfit. */
  reject(runId: string, why: unknown): void;
  /** After a commit: stores the state if enough has happened. It is read now, and written when there is time. */
  storeIfDue(state: Readonly<RunState>, events: readonly RunEvent[]): void;
};

/** The last snapshot: its event and its size, as far as it is known, and the bytes of what came after it. */
type SinceSnapshot = { seq: number; stateBytes: number; bytes: number };

/**
 * Whether so much has happened that the next snapshot pays: as many events as the last one spares, or as many bytes as it
 * has, and no fewer than a cold load reads in a moment. So all snapshots of a run together stay as large as a few of its
 * states, however long it gets.
 */
export const isSnapshotDue = ({ seq, stateBytes, bytes }: SinceSnapshot, nowSeq: number): boolean =>
  nowSeq - seq >= Math.max(SNAPSHOT_MIN_EVENTS, seq) || bytes >= Math.max(SNAPSHOT_MIN_BYTES, stateBytes);

export function createSnapshots({ sql, log, maxRuns }: { sql: Sql; log: Log; maxRuns: number }): Snapshots {
  /** What happened since the last snapshot, by run; the oldest is forgotten first, which costs a snapshot too many. */
  const progress = new Map<string, SinceSnapshot>();

  function remember(runId: string, known: SinceSnapshot): void {
    progress.delete(runId);
    progress.set(runId, known);
    const [oldest] = progress.keys();
    if (progress.size > maxRuns && oldest !== undefined) progress.delete(oldest);
  }

  function inBackground(runId: string, work: PromiseLike<unknown>): void {
    work.then(undefined, (err: unknown) => log.warn({ runId, err }, "A snapshot could not be kept"));
  }

  function reject(runId: string, why: unknown): void {
    log.warn({ runId, err: why }, "A snapshot is unfit; the run is folded from its first event");
    progress.delete(runId);
    inBackground(runId, dropSnapshot(sql, runId, REDUCER_VERSION));
  }

  return {
    reject,
    async read(pipeline, runId, upToSeq) {
      const [[row]] = await pipeline.send([snapshotOf(pipeline.sql, runId, REDUCER_VERSION)]);
      if (!row || row.seq > upToSeq) return;
      if (isStateOf(row, runId)) {
        remember(runId, { seq: row.seq, stateBytes: 0, bytes: 0 });
        return row.state;
      }
      reject(runId, `It is no state of this run at event ${row.seq}.`);
      return;
    },
    storeIfDue(state, events) {
      const { runId, workspaceId, seq } = state;
      const since = progress.get(runId) ?? { seq: 0, stateBytes: 0, bytes: 0 };
      const bytes = events.reduce((sum, { payload }) => sum + JSON.stringify(payload).length, since.bytes);
      if (!isSnapshotDue({ ...since, bytes }, seq)) return remember(runId, { ...since, bytes });
      const text = JSON.stringify(state);
      remember(runId, { seq, stateBytes: text.length, bytes: 0 });
      const snapshot = { runId, workspaceId, seq, reducerVersion: REDUCER_VERSION };
      inBackground(runId, putSnapshot(sql, { ...snapshot, state: text }));
    },
  };
}

function isStateOf(row: SnapshotRow, runId: string): row is { seq: number; state: RunState } {
  const { state } = row;
  if (typeof state !== "object" || state === null) return false;
  const { runId: of, seq } = state as Partial<RunState>;
  return of === runId && seq === row.seq && STATE_KEYS.every((key) => Object.hasOwn(state, key));
}
