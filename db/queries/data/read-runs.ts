import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../../client";

const PAGE_RUNS = 1_000;
/** Runs whose rows are read together have about so many events. */
const BATCH_EVENTS = 2_000;

/**
 * The runs of a workspace that had begun at a moment, oldest first, in batches whose rows one statement can sort; a long run
 * is a batch alone.
 */
export async function* readRunBatches(
  db: OrmOrTx,
  { workspaceId, beforeMs }: { workspaceId: string; beforeMs: number },
): AsyncGenerator<string[]> {
  let after = { at: "-infinity", id: "" };
  let batch: string[] = [];
  let events = 0;
  for (;;) {
    const page = (await db.execute(sql`
      select id, seq, created_at::text as at from runs
      where workspace_id = ${workspaceId} and created_at <= to_timestamp(${beforeMs}::float8 / 1000)
        and (created_at, id) > (${after.at}::timestamptz, ${after.id})
      order by created_at, id limit ${PAGE_RUNS}`)) as unknown as { id: string; seq: number; at: string }[];
    for (const { id, seq, at } of page) {
      if (batch.length > 0 && events + seq > BATCH_EVENTS) {
        yield batch;
        [batch, events] = [[], 0];
      }
      batch.push(id);
      events += seq;
      after = { at, id };
    }
    if (page.length < PAGE_RUNS) break;
  }
  if (batch.length > 0) yield batch;
}
