import { type SQL, sql } from "drizzle-orm";
import type { FinishReason, RunStatus } from "@/lib/core/run/status";
import type { OrmOrTx } from "../../client";
import { runs } from "../../schema";

type FamilyRow = {
  runId: string;
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  parentRunId: string | null;
  parentSeq: number | null;
  planVersion: number;
  modelCalls: number;
  costMicroUsd: number;
  uncostedCalls: number;
  createdAt: number;
};

/** More generations than anybody forks, should rows ever name each other in a circle. */
const MAX_GENERATIONS = 1_000;

type RunKey = { workspaceId: string; runId: string };

/** `up` as a run and those that it was forked from, as far as they are there, by generation. */
const ancestry = (start: SQL) => sql`
    with recursive up as (
      select id, workspace_id, parent_run_id, 0 as n from ${runs} where ${start}
      union all
      select r.id, r.workspace_id, r.parent_run_id, up.n + 1 from ${runs} r join up on r.id = up.parent_run_id
      where r.workspace_id = up.workspace_id and up.n < ${MAX_GENERATIONS}
    )`;

const isRun = ({ workspaceId, runId }: RunKey) => sql`workspace_id = ${workspaceId} and id = ${runId}`;

/** `down` as the ids of the family of a run, with that of the first also where it was removed. */
const family = (start: SQL) => sql`
    ${ancestry(start)}, down as (
      select * from (select coalesce(parent_run_id, id) as id, workspace_id from up order by n desc limit 1) first
      union
      select r.id, r.workspace_id from ${runs} r
      join down on r.parent_run_id = down.id and r.workspace_id = down.workspace_id
    )`;

/** The ids of the run and of those that it was forked from, as a value for a statement. */
export const ancestorsOf = (runId: string): SQL => sql`(${ancestry(sql`id = ${runId}`)} select id from up)`;

/** The ids of all runs of the family of a run, as a value for a statement. */
export const familyOf = (runId: string): SQL => sql`(${family(sql`id = ${runId}`)} select id from down)`;

/** The first in the ancestry of a run that was removed; undefined where all are there. */
export async function readLostAncestor(db: OrmOrTx, of: RunKey): Promise<string | undefined> {
  const [row] = (await db.execute(sql`
    ${ancestry(isRun(of))} select parent_run_id as id from up
    where parent_run_id is not null and parent_run_id not in (select id from up)`)) as unknown as {
    id: string;
  }[];
  return row?.id;
}

/** How many runs the family of a run has beside it, as a value for a statement. */
export const forksOf = (of: RunKey): SQL<number> =>
  sql<number>`(${family(isRun(of))} select count(*)::int from down join ${runs} r on r.id = down.id and r.workspace_id = down.workspace_id
    where r.id <> ${of.runId})`;

/** The runs of a family, oldest first. */
export async function readFamily(
  db: OrmOrTx,
  { limit, ...of }: RunKey & { limit: number },
): Promise<FamilyRow[]> {
  const rows = await db.execute(sql`
    ${family(isRun(of))}
    select r.id as "runId", coalesce(nullif(left(r.mission, 300), ''), r.title) as title, r.status,
      r.finish_reason as "finishReason", r.parent_run_id as "parentRunId", r.parent_seq as "parentSeq",
      r.plan_version as "planVersion", r.model_calls as "modelCalls", r.cost_micro_usd::float8 as "costMicroUsd",
      r.uncosted_calls as "uncostedCalls", floor(date_part('epoch', r.created_at) * 1000)::float8 as "createdAt"
    from down join ${runs} r on r.id = down.id and r.workspace_id = down.workspace_id
    order by r.created_at, r.id limit ${limit}`);
  return rows as unknown as FamilyRow[];
}
