import { sql } from "drizzle-orm";
import type { Decision, Plan, TaskType } from "@/lib/core/plan/schema";
import type { Check } from "@/lib/core/run/events/checks";
import type { ActorRef, Provenance } from "@/lib/core/run/events/envelope";
import type { GateVerb } from "@/lib/core/run/gates/table";
import type { TaskTotals } from "@/lib/core/run/state/totals";
import type { FinishReason, RunStatus, TaskStatus } from "@/lib/core/run/status";
import type { StoredValue } from "@/lib/core/stored-value";
import type { OrmOrTx } from "../../client";
import { attempts, decisions, modelCalls, planVersions, runs, tasks } from "../../schema";
import { CALL_SUMS, type CallSums } from "../costs/pieces";

type Of = { workspaceId: string; runIds: readonly string[] };

const ids = (runIds: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(runIds)}::text::jsonb))`;
const ms = (column: string) => sql`floor(date_part('epoch', ${sql.raw(column)}) * 1000)::float8`;

/** Rows whose JSON the driver leaves as text, read. */
function readJson<Row extends object>(rows: unknown, ...columns: (keyof Row)[]): Row[] {
  const read = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value);
  return (rows as Row[]).map((row) => {
    const json = Object.fromEntries(columns.map((column) => [column, read(row[column])]));
    return { ...row, ...json };
  });
}

export type ComparedRunRow = {
  runId: string;
  title: string;
  status: RunStatus;
  finishReason: FinishReason | null;
  tags: string[];
  parentRunId: string | null;
  parentSeq: number | null;
  /** The run that it comes from by forks, itself where it is none; two of one family have the same. */
  family: string;
  planVersion: number;
  replans: number;
  iterations: number;
  attempts: number;
  taskTotals: TaskTotals;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  costMicroUsd: number;
  uncostedCalls: number;
  createdAt: number;
  finishedAt: number | null;
  payloadsPurged: boolean;
};

/** The runs of a comparison, each with the first of its family. Runs of other workspaces are left out. */
export async function readComparedRuns(db: OrmOrTx, { workspaceId, runIds }: Of): Promise<ComparedRunRow[]> {
  const rows = await db.execute(sql`
    with recursive up as (
      select id as start, id, parent_run_id, 0 as n from ${runs}
      where workspace_id = ${workspaceId} and id in ${ids(runIds)}
      union all
      select up.start, r.id, r.parent_run_id, up.n + 1 from ${runs} r join up on r.id = up.parent_run_id
      where r.workspace_id = ${workspaceId} and up.n < 1000
    ), first as (
      select distinct on (start) start, coalesce(parent_run_id, id) as family from up order by start, n desc
    )
    select r.id as "runId", coalesce(nullif(left(r.mission, 300), ''), r.title) as title, r.status,
      r.finish_reason as "finishReason", r.tags, r.parent_run_id as "parentRunId", r.parent_seq as "parentSeq",
      first.family, r.plan_version as "planVersion", r.replans, r.iterations, r.attempts,
      r.task_totals as "taskTotals", r.model_calls as "modelCalls", r.input_tokens::float8 as "inputTokens",
      r.output_tokens::float8 as "outputTokens", r.cost_micro_usd::float8 as "costMicroUsd",
      r.uncosted_calls as "uncostedCalls", ${ms("r.created_at")} as "createdAt",
      ${ms("r.finished_at")} as "finishedAt", r.payloads_purged_at is not null as "payloadsPurged"
    from first join ${runs} r on r.id = first.start`);
  return readJson<ComparedRunRow>(rows, "taskTotals");
}

export type ComparedTaskRow = {
  runId: string;
  taskId: string;
  title: string;
  type: TaskType;
  lineage: string;
  status: TaskStatus;
  attempt: number;
  startedAt: number | null;
  endedAt: number | null;
  result: StoredValue | null;
  /** What its last attempt was held against. */
  checks: Check[] | null;
};

/** The tasks of the runs' plans in force, in their order; those that a later version dropped are left out. */
export async function readComparedTasks(
  db: OrmOrTx,
  { workspaceId, runIds }: Of,
): Promise<ComparedTaskRow[]> {
  const rows = await db.execute(sql`
    select t.run_id as "runId", t.task_id as "taskId", t.title, t.type, t.lineage, t.status, t.attempt,
      ${ms("t.started_at")} as "startedAt", ${ms("t.ended_at")} as "endedAt", t.result, a.checks
    from ${tasks} t left join ${attempts} a on a.run_id = t.run_id and a.task_id = t.task_id and a.attempt = t.attempt
    where t.workspace_id = ${workspaceId} and t.run_id in ${ids(runIds)} and t.status <> 'superseded'
    order by t.run_id, t.place`);
  return readJson<ComparedTaskRow>(rows, "result", "checks");
}

export type ComparedCallRow = CallSums & { runId: string; taskId: string };

/** What the model calls of each task used. */
export async function readComparedCalls(
  db: OrmOrTx,
  { workspaceId, runIds }: Of,
): Promise<ComparedCallRow[]> {
  const rows = await db.execute(sql`
    select run_id as "runId", task_id as "taskId", ${CALL_SUMS} from ${modelCalls}
    where workspace_id = ${workspaceId} and run_id in ${ids(runIds)} and purpose = 'run' and task_id is not null
    group by run_id, task_id`);
  return rows as unknown as ComparedCallRow[];
}

export type ComparedDecisionRow = {
  runId: string;
  taskId: string | null;
  decision: GateVerb;
  proposed: Decision | null;
  /** The beginning of it. */
  reasoning: string | null;
  provenance: Provenance | null;
  decidedBy: ActorRef | null;
};

/** What was decided, oldest first. */
export async function readComparedDecisions(
  db: OrmOrTx,
  { workspaceId, runIds }: Of,
): Promise<ComparedDecisionRow[]> {
  const rows = await db.execute(sql`
    select run_id as "runId", task_id as "taskId", decision, proposed, left(reasoning, 400) as reasoning,
      provenance, decided_by as "decidedBy"
    from ${decisions}
    where workspace_id = ${workspaceId} and run_id in ${ids(runIds)} and decision is not null
    order by decided_at, decided_seq`);
  return readJson<ComparedDecisionRow>(rows, "decidedBy");
}

/** The plans in force; runs without one, or whose text is not kept, are left out. */
export async function readComparedPlans(
  db: OrmOrTx,
  { workspaceId, runIds }: Of,
): Promise<Map<string, Plan>> {
  const rows = await db.execute(sql`
    select v.run_id as "runId", v.plan from ${planVersions} v
    join ${runs} r on r.id = v.run_id and r.plan_version = v.version
    where v.workspace_id = ${workspaceId} and v.run_id in ${ids(runIds)} and v.plan is not null`);
  const found = readJson<{ runId: string; plan: Plan }>(rows, "plan");
  return new Map(found.map(({ runId, plan }) => [runId, plan]));
}
