import type { Sql } from "postgres";
import type { StreamChunk } from "@/lib/core/stream";

/** A chunk as the buffer hands it over. */
export type ChunkRow = StreamChunk & { runId: string; workspaceId: string };

/**
 * Stores chunks of any number of runs in one statement. Those of a lease that is no longer the run's are left out;
 * a chunk that is stored already stays as it is.
 */
export const insertChunks = (sql: Sql, rows: string) => sql`
  insert into stream_chunks (run_id, chunk_no, epoch, workspace_id, task_id, attempt, step, role, stream_id, seq,
    text, done, call_id, stream, meta)
  select row."runId", "chunkNo", row.epoch, "workspaceId", "taskId", attempt, step, role, "streamId", row.seq, text,
    done, "callId", stream, meta
  from jsonb_to_recordset(${rows}::text::jsonb) as row ("runId" text, "chunkNo" int, epoch int, "workspaceId" text,
    "taskId" text, attempt int, step int, role text, "streamId" text, seq int, text text, done boolean,
    "callId" text, stream text, meta jsonb)
  join runs on runs.id = row."runId" and runs.epoch = row.epoch
  on conflict do nothing`;

/** The number of each run's last chunk; runs without any are left out. */
export async function readLastChunks(sql: Sql, runIds: string[]): Promise<Map<string, number>> {
  const rows = await sql<{ runId: string; last: number | null }[]>`
    select run_id as "runId", (select max(chunk_no) from stream_chunks c where c.run_id = asked.run_id) as last
    from jsonb_array_elements_text(${JSON.stringify(runIds)}::text::jsonb) as asked (run_id)`;
  return new Map(rows.flatMap(({ runId, last }) => (last === null ? [] : [[runId, last] as const])));
}

type ChunkColumns = { [K in keyof StreamChunk]-?: StreamChunk[K] | null };

/** Chunks of a run after a number, in order, at most `limit`. */
export async function readChunksAfter(
  sql: Sql,
  params: { runId: string; after: number; limit: number },
): Promise<StreamChunk[]> {
  const rows = await sql<ChunkColumns[]>`
    select chunk_no as "chunkNo", epoch, task_id as "taskId", attempt, step, role, stream_id as "streamId", seq, text,
      done, call_id as "callId", stream, meta
    from stream_chunks where run_id = ${params.runId} and chunk_no > ${params.after}
    order by chunk_no, epoch limit ${params.limit}`;
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as StreamChunk,
  );
}

/**
 * The number after which a reader who has every committed step must begin: right before the first chunk of a stream
 * of the current lease that is not done, else the last chunk there is.
 */
export async function readOpenChunk(sql: Sql, runId: string): Promise<number> {
  const [row] = await sql<{ after: number | null }[]>`
    select coalesce(
      (select min(first) - 1 from (
        select min(chunk_no) as first from stream_chunks c join runs on runs.id = c.run_id and runs.epoch = c.epoch
        where c.run_id = ${runId} group by stream_id having not bool_or(done)) as open),
      (select max(chunk_no) from stream_chunks where run_id = ${runId})) as after`;
  return row?.after ?? 0;
}
