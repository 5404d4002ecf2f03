import { sql } from "drizzle-orm";
import type { RunOwner } from "@/lib/core/views";
import type { OrmOrTx } from "../../client";
import { OWNER_ID, runs } from "../../schema";

/** The people who started runs, by id. The index by owner is asked for each of them, not read through. */
export async function readRunOwners(
  db: OrmOrTx,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<RunOwner[]> {
  const next = (after: string) => sql`(select ${OWNER_ID} from ${runs}
    where ${runs.workspaceId} = ${workspaceId} and ${OWNER_ID} > ${sql.raw(after)} order by ${OWNER_ID} limit 1)`;
  const rows = await db.execute(sql`
    with recursive owners as (
      select ${next("''")} as id, 1 as n
      union all
      select ${next("owners.id")}, n + 1 from owners where id is not null and n < ${limit}
    )
    select id, newest.name from owners, lateral (
      select created_by ->> 'name' as name from ${runs}
      where ${runs.workspaceId} = ${workspaceId} and ${OWNER_ID} = owners.id and created_by ->> 'kind' = 'person'
      order by ${runs.createdAt} desc nulls first limit 1
    ) as newest`);
  return rows as unknown as RunOwner[];
}
