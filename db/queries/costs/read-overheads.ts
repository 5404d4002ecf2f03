import { and, asc, eq, sql } from "drizzle-orm";
import type { ModelSpend } from "@/lib/core/run/ledger/spend";
import type { OrmOrTx } from "../../client";
import { replanHistory, runs } from "../../schema";
import { type CostScope, type CostStep, dayOf, IS_OWN_REPLAN, runsIn } from "./pieces";

/** The replans and iterations of a run, in order, without those that a fork shares with its parent. */
export async function readOwnReplans(db: OrmOrTx, of: { workspaceId: string; runId: string }) {
  const { fromVersion, toVersion, discardedCost, spent } = replanHistory;
  return db
    .select({ fromVersion, toVersion, discardedCost, spent })
    .from(replanHistory)
    .innerJoin(runs, eq(runs.id, replanHistory.runId))
    .where(
      and(eq(replanHistory.workspaceId, of.workspaceId), eq(replanHistory.runId, of.runId), IS_OWN_REPLAN),
    )
    .orderBy(asc(replanHistory.startedSeq));
}

/** What replans and iterations that began within a scope took (`spent`), and what was discarded because of them. */
export type ReplanSums = ModelSpend & { side: "spent" | "discarded"; replans: number; runs: number };

/** No row where there was no replan. */
export async function readReplanSums(db: OrmOrTx, scope: CostScope): Promise<ReplanSums[]> {
  const sum = (field: string) => sql`coalesce(sum((body ->> ${field})::float8), 0)`;
  const rows = await db.execute(sql`
    select side, count(*)::int as replans, count(distinct run_id)::int as runs, ${sum("calls")} as calls,
      ${sum("unpricedCalls")} as "unpricedCalls", ${sum("costMicroUsd")} as "costMicroUsd",
      ${sum("uncountedCalls")} as "uncountedCalls", ${sum("tokens")} as tokens
    from ${replanHistory} join ${runs} on runs.id = run_id
      cross join lateral (values ('spent', spent), ('discarded', discarded_cost)) as part (side, body)
    where replan_history.workspace_id = ${scope.workspaceId} and ${IS_OWN_REPLAN}
      and ${runsIn(scope, sql`replan_history.started_at`)}
    group by side`);
  return rows as unknown as ReplanSums[];
}

/** Runs with a limit on what they may cost: those begun in one step (`time`), or one of them. */
export type BudgetRow = {
  side: "time" | "run";
  key: string;
  mission: string | null;
  runs: number;
  capMicroUsd: number;
  spentMicroUsd: number;
  uncostedCalls: number;
};

const TOP_BUDGETS = 10;

/** Limits on cost against what was spent, by the step in which the runs were created; and the runs nearest to theirs. */
export async function readBudgets(db: OrmOrTx, scope: CostScope, step: CostStep): Promise<BudgetRow[]> {
  const rows = await db.execute(sql`
    with limited as materialized (
      select id, left(mission, 120) as mission, date_trunc(${step}, created_at at time zone 'UTC') as bucket,
        max_cost_micro_usd as cap, cost_micro_usd as spent, uncosted_calls as uncosted
      from ${runs} where max_cost_micro_usd is not null and ${runsIn(scope, sql`runs.created_at`)}
    )
    (select 'time' as side, ${dayOf(sql`bucket`)} as key, null as mission, count(*)::int as runs,
        sum(cap)::float8 as "capMicroUsd", sum(spent)::float8 as "spentMicroUsd", sum(uncosted)::int as "uncostedCalls"
      from limited group by bucket order by bucket)
    union all
    (select 'run', id, mission, 1, cap, spent, uncosted from limited order by spent / cap desc, id limit ${TOP_BUDGETS})`);
  return rows as unknown as BudgetRow[];
}
