import { sql } from "drizzle-orm";
import type { OrmOrTx } from "../client";
import { readinessProbes } from "../schema";

/** Writes one row and commits it: a store that only reads, or has no room, refuses that. */
export async function writeReadinessProbe(db: OrmOrTx): Promise<void> {
  const at = sql`clock_timestamp()`;
  await db
    .insert(readinessProbes)
    .values({ id: 1, at })
    .onConflictDoUpdate({ target: readinessProbes.id, set: { at } });
}
