import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { OrmOrTx } from "@/db/client";
import { databaseOfFile } from "@/lib/testing/database/file-database";
import { readOfferedPatches } from "./read-events";

const EVENTS = 30_000;
const OFFERS = 4;

const database = databaseOfFile(2);

beforeAll(async () => {
  await database().sql`
    insert into run_events (run_id, seq, workspace_id, type, v, at, actor, command_id, plan_version, payload)
    select 'run_long', seq, 'local',
      case seq % ${EVENTS / OFFERS}::int when 7 then 'plan_version_offered' else 'llm_called' end, 4,
      to_timestamp(seq), '{"kind":"engine"}', 'cmd_' || seq, 1,
      json_build_object('digest', 'd' || seq, 'patch', json_build_object('title', 'Plan ' || seq, 'tasks', '[]'::json))
    from generate_series(1, ${EVENTS}::int) seq`;
  await database().sql`analyze run_events`;
});

/** Rows of events that the statements of this transaction have read so far, by any of their indexes or none. */
async function rowsRead(tx: OrmOrTx): Promise<number> {
  const [row] = await tx.execute<{ count: string }>(sql`
    select sum(pg_stat_get_xact_tuples_returned(indexrelid)) + pg_stat_get_xact_tuples_returned('run_events'::regclass) as count
    from pg_index where indrelid = 'run_events'::regclass`);
  return Number(row?.count);
}

test("what a long run was offered is found without a look at its other events", async () => {
  await database().transact(async (tx) => {
    const digests = ["d7", `d${(EVENTS / OFFERS) * 2 + 7}`, "d8"];
    const patches = await readOfferedPatches(tx, { runId: "run_long", digests });
    expect([...patches]).toEqual([
      ["d7", { title: "Plan 7", tasks: [] }],
      ["d15007", { title: "Plan 15007", tasks: [] }],
    ]);
    expect(await rowsRead(tx)).toBe(OFFERS);
  });
});
