import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";

/** So many pages are laid aside on the way: a megabyte, of which the server may keep far less in memory. */
const PAGES = 128;
const MEMORY = "64kB";

/**
 * Writes one row and commits it, and on the way a file of a megabyte, which is gone right after: a store that only reads
 * refuses the one, and one whose disk is full the other. For a row alone there is room in pages that are there already.
 */
export async function writeReadinessProbe(db: OrmOrTx): Promise<void> {
  // The pages are made after the memory was limited, since their size is read off that.
  await db.execute(sql`
    insert into readiness_probes (id, at)
    select 1, clock_timestamp()
    from (select set_config('work_mem', ${MEMORY}, true) as memory offset 0) as limited,
      lateral (select count(*) as pages
        from unnest(array_fill(repeat('x', 8192 + 0 * length(memory)), array[${PAGES}::int]))) as written
    where pages > 0
    on conflict (id) do update set at = excluded.at`);
}
