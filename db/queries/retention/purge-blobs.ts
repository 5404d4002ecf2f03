import type { Sql } from "postgres";
import { counted } from "./purge-runs";

/**
 * Looks at the next blobs that lost a use before a moment, longest ago first: those that no run holds are removed, the
 * others are in use again. How many were looked at; 0 when none is left. One that a commit is taking up is left out.
 */
export async function removeUnusedBlobs(
  sql: Sql,
  { workspaceId, beforeMs, limit }: { workspaceId: string; beforeMs: number; limit: number },
): Promise<number> {
  const [row] = await sql<{ looked: number }[]>`
    with unused as materialized (
      select digest from blobs
      where workspace_id = ${workspaceId} and unused_since is not null
        and unused_since < to_timestamp(${beforeMs}::float8 / 1000)
      order by unused_since limit ${limit} for update skip locked
    ), judged as materialized (
      select digest, exists (
        select from blob_uses u where u.workspace_id = ${workspaceId} and u.digest = unused.digest) as used
      from unused
    ), kept as (
      update blobs set unused_since = null from judged
      where blobs.workspace_id = ${workspaceId} and blobs.digest = judged.digest and used
    ), gone as (
      delete from blobs using judged
      where blobs.workspace_id = ${workspaceId} and blobs.digest = judged.digest and not used
      returning 1
    ), ${counted(sql, workspaceId, "blobs")}
    select count(*)::int as looked from judged`;
  return row?.looked ?? 0;
}
