import type { Sql } from "postgres";

/** A folded state as it was stored; `seq` is the last event in it. */
export type SnapshotRow = { seq: number; state: unknown };

/** The snapshot for this reducer. One that is ahead of the run's row is none. */
export const snapshotOf = (sql: Sql, runId: string, reducerVersion: number) => sql<SnapshotRow[]>`
  select s.seq, s.state from run_snapshots s join runs on runs.id = s.run_id and s.seq <= runs.seq
  where s.run_id = ${runId} and s.reducer_version = ${reducerVersion}`;

type NewSnapshot = {
  runId: string;
  workspaceId: string;
  reducerVersion: number;
  seq: number;
  /** The state as JSON text. */
  state: string;
};

/** Keeps the later one of two snapshots, whatever order they arrive in. */
export const putSnapshot = (sql: Sql, { runId, workspaceId, reducerVersion, seq, state }: NewSnapshot) => sql`
  insert into run_snapshots (run_id, reducer_version, seq, workspace_id, state)
  values (${runId}, ${reducerVersion}, ${seq}, ${workspaceId}, ${state}::text::json)
  on conflict (run_id, reducer_version) do update
    set seq = excluded.seq, state = excluded.state, created_at = clock_timestamp()
    where run_snapshots.seq < excluded.seq`;

export const dropSnapshot = (sql: Sql, runId: string, reducerVersion: number) => sql`
  delete from run_snapshots where run_id = ${runId} and reducer_version = ${reducerVersion}`;

/** Removes what earlier reducers left; a later one's are not ours to judge. */
export const sweepSnapshots = (sql: Sql, reducerVersion: number) => sql`
  delete from run_snapshots where reducer_version < ${reducerVersion}`;
