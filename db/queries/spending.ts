import { sql } from "drizzle-orm";
import type { Orm, OrmOrTx } from "../client";
import { workspaceSetups } from "../schema";
import { callsIn } from "./costs/pieces";

type Day = { workspaceId: string; fromMs: number; beforeMs: number };

type SpendingRow = { costMicroUsd: number; uncostedCalls: number; capMicroUsd: number | null };

/** What real models have cost between two moments, with the workspace's cap; `onlyWithCap`: costs are 0 where there is none. */
export async function readSpending(
  db: OrmOrTx,
  { workspaceId, fromMs, beforeMs }: Day,
  { onlyWithCap = false } = {},
): Promise<SpendingRow> {
  const cap = sql`(select daily_cap_micro_usd from ${workspaceSetups} where workspace_id = ${workspaceId})`;
  const condition = onlyWithCap ? sql` and ${cap} is not null` : sql``;
  const [row] = await db.execute<SpendingRow>(sql`
    select coalesce(sum(cost_micro_usd), 0)::float8 as "costMicroUsd",
      count(*) filter (where cost_micro_usd is null)::int as "uncostedCalls", ${cap} as "capMicroUsd"
    from ${callsIn({ workspaceId, fromMs, beforeMs })} where line <> 'simulated'${condition}`);
  return row as SpendingRow;
}

export async function writeDailyCap(tx: Orm, workspaceId: string, dailyCapMicroUsd: number | null) {
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 0, dailyCapMicroUsd })
    .onConflictDoUpdate({ target: workspaceSetups.workspaceId, set: { dailyCapMicroUsd } });
}
