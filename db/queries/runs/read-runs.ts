import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Sql } from "postgres";
import type { Facet } from "@/lib/core/insights/facets";
import { isTerminalRun, RUN_STATUSES, type RunStatus } from "@/lib/core/run/status";
import type { RunChange } from "@/lib/core/stream";
import type { OrmOrTx } from "../../client";
import { approvals, OWNER_ID, runs } from "../../schema";
import { containing } from "../containing";
import { RUN_SUMS } from "../costs/pieces";
import { behindFacet } from "../insights/facets";
import { type EndedRuns, endedRuns } from "../insights/scope";
import { waitsOn } from "../read-approvals";

const MAX_CHANGES = 500;
const OPEN_STATUSES = RUN_STATUSES.filter((status) => !isTerminalRun(status));

type Row = { now: number } & { [K in keyof RunChange]: RunChange[K] | null };

/** Where a page of runs begins: after the run that began, or by the order of ends ended, at this moment (ms). */
type RunCursor = { at: number; id: string };

const listed = {
  id: runs.id,
  seq: runs.seq,
  status: runs.status,
  finishReason: runs.finishReason,
  title: runs.title,
  mission: sql<string>`left(${runs.mission}, 300)`,
  tags: runs.tags,
  owner: runs.createdBy,
  planVersion: runs.planVersion,
  replans: runs.replans,
  iterations: runs.iterations,
  taskTotals: runs.taskTotals,
  openApprovals: runs.openApprovals,
  ...RUN_SUMS,
  createdAt: runs.createdAt,
  finishedAt: runs.finishedAt,
};

type RunQuery = {
  workspaceId: string;
  statuses?: RunStatus[];
  withOpenGate?: boolean;
  /** Part of the mission, whatever its case. */
  text?: string;
  tag?: string;
  /** Runs that ended then, or that are real or demo runs. */
  ended?: Omit<EndedRuns, "workspaceId">;
  /** Runs behind a part of a report. */
  behind?: Facet;
  /** Runs with an open gate that is everyone's or names one of these assignees. */
  waitingOn?: readonly string[];
  ownerId?: string;
  /** Started from it; forks are not. */
  template?: { id: string; version?: number };
  /** Of the known cost; a run of which some is unknown is not at most anything. */
  minCostMicroUsd?: number | undefined;
  maxCostMicroUsd?: number | undefined;
  createdFromMs?: number | undefined;
  createdBeforeMs?: number | undefined;
  /** Those that have ended, the last first; otherwise the newest first. */
  byEnd?: boolean;
  after?: RunCursor;
  limit: number;
};

/** Runs of a workspace that have not ended; no more than `limit` are counted. */
export async function countOpenRuns(
  db: OrmOrTx,
  { workspaceId, limit }: { workspaceId: string; limit: number },
): Promise<number> {
  const open = db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), inArray(runs.status, OPEN_STATUSES)))
    .limit(limit)
    .as("open");
  const [row] = await db.select({ count: count() }).from(open);
  return row?.count ?? 0;
}

/** The ids of a workspace's runs that have not ended. */
export async function readOpenRuns(db: OrmOrTx, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.workspaceId, workspaceId), inArray(runs.status, OPEN_STATUSES)));
  return rows.map(({ id }) => id);
}

/** Runs of a workspace, newest first or by their ends. */
export async function readRuns(db: OrmOrTx, params: RunQuery) {
  const { after, statuses, withOpenGate, text, tag, ended, behind, byEnd = false } = params;
  const since = after && new Date(after.at);
  const moment = byEnd ? runs.finishedAt : runs.createdAt;
  const later =
    after && since ? or(lt(moment, since), and(eq(moment, since), gt(runs.id, after.id))) : undefined;
  const withStatus = statuses && statuses.length > 0 ? inArray(runs.status, statuses) : undefined;
  return db
    .select(listed)
    .from(runs)
    .where(
      and(
        eq(runs.workspaceId, params.workspaceId),
        withStatus,
        withOpenGate ? gt(runs.openApprovals, 0) : undefined,
        tag ? arrayContains(runs.tags, [tag]) : undefined,
        byEnd ? isNotNull(runs.finishedAt) : undefined,
        ended && endedRuns({ ...ended, workspaceId: params.workspaceId }),
        behind && behindFacet(behind),
        ...startedRuns(params),
        text ? ilike(runs.mission, containing(text)) : undefined,
        later,
      ),
    )
    .orderBy(desc(moment), asc(runs.id))
    .limit(params.limit);
}

/** What is asked of who started a run, when, what it cost and whom it waits for. */
function startedRuns(params: RunQuery): (SQL | undefined)[] {
  const { waitingOn, ownerId, template, minCostMicroUsd: min, maxCostMicroUsd: max } = params;
  const { createdFromMs: from, createdBeforeMs: before } = params;
  return [
    ownerId === undefined ? undefined : sql`${OWNER_ID} = ${ownerId}`,
    template && eq(runs.templateId, template.id),
    template?.version === undefined ? undefined : eq(runs.templateVersion, template.version),
    waitingOn &&
      sql`exists (select from ${approvals} where ${approvals.runId} = ${runs.id} and ${approvals.status} = 'open'
        and ${waitsOn(waitingOn)})`,
    min === undefined ? undefined : gte(runs.costMicroUsd, min),
    max === undefined ? undefined : and(lte(runs.costMicroUsd, max), eq(runs.uncostedCalls, 0)),
    from === undefined ? undefined : gte(runs.createdAt, new Date(from)),
    before === undefined ? undefined : lt(runs.createdAt, new Date(before)),
  ];
}

/** The sums of a run that its state does not hold; undefined for an unknown run. */
export async function readRunSums(db: OrmOrTx, runId: string) {
  const [row] = await db.select(RUN_SUMS).from(runs).where(eq(runs.id, runId));
  return row;
}

/** The last event number of each run, and whether the run has ended. Runs that do not exist are left out. */
export async function readRunHeads(db: OrmOrTx, runIds: string[]) {
  if (runIds.length === 0) return new Map<string, { seq: number; ended: boolean }>();
  const rows = await db
    .select({ id: runs.id, seq: runs.seq, status: runs.status })
    .from(runs)
    .where(inArray(runs.id, runIds));
  return new Map(rows.map((row) => [row.id, { seq: row.seq, ended: isTerminalRun(row.status) }]));
}

/** Parked runs whose moment has come on the database's clock, the longest overdue first. */
export async function readDueRuns(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from runs where parked and wake_at <= clock_timestamp() order by wake_at limit ${limit}`;
  return rows.map((row) => row.id);
}

/**
 * Runs that a worker should hold and that have been silent for a while: their job may be lost. Any of them, so that
 * many that are only quiet never keep the others from being looked at.
 */
export async function readStalledRuns(sql: Sql, stalledMs: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from runs
    where not parked and updated_at < clock_timestamp() - ${stalledMs}::float8 * interval '1 millisecond'
    order by random() limit ${limit}`;
  return rows.map((row) => row.id);
}

/**
 * Runs of a workspace as lists show them, oldest change first, and the moment of the reading in milliseconds: these
 * runs, or the last ones that changed after a moment. The first is quick, the second visits every run.
 */
export async function readRunChanges(
  sql: Sql,
  workspaceId: string,
  which: { runIds: string[] } | { sinceMs: number },
): Promise<{ nowMs: number; runs: RunChange[] }> {
  const wanted =
    "runIds" in which
      ? sql`id in (select jsonb_array_elements_text(${JSON.stringify(which.runIds)}::text::jsonb))`
      : sql`updated_at > to_timestamp(${which.sinceMs}::float8 / 1000)`;
  const rows = await sql<Row[]>`
    select floor(date_part('epoch', now()) * 1000) as now, changed.*,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'assignees', a.assignees) order by a.opened_seq), '[]')
        from approvals a where a.run_id = changed."runId" and a.status = 'open') as "openGates"
    from (select) as clock left join (
      select id as "runId", seq, status, finish_reason as "finishReason", left(mission, 300) as title,
        plan_version as "planVersion", task_totals as tasks,
        floor(date_part('epoch', created_at) * 1000) as "createdAt",
        round(date_part('epoch', updated_at) * 1000) as "changedAt"
      from runs where workspace_id = ${workspaceId} and seq > 0 and ${wanted}
      order by updated_at desc limit ${MAX_CHANGES}) as changed on true
    order by "changedAt", "runId"`;
  const runs = rows.flatMap(({ now: _now, ...row }) => (row.runId === null ? [] : [row as RunChange]));
  return { nowMs: rows[0]?.now ?? 0, runs };
}
