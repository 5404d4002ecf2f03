import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { InsightCounts } from "@/lib/core/insights/counts";
import type { OrmOrTx } from "../../client";
import {
  approvals,
  attempts,
  decisions,
  drills,
  lessons,
  lessonUses,
  modelCalls,
  runs,
  tasks,
} from "../../schema";
import { closedDrills } from "../drills";
import { type EndedRuns, endedRuns, scopeOf, type WeekStart } from "./scope";
import { agreementOf, waitBin, waitMs } from "./words";

/** Tags and lessons that are counted apart, the most frequent ones. */
const MAX_TAGS = 50;
const MAX_LESSONS = 20;

type Which = EndedRuns & { by: "week" | "prompt"; weekStarts: readonly WeekStart[] };

/** What a report is computed from, but for forecasts: five statements, each over the ended runs of its days alone. */
export async function readInsightCounts(
  db: OrmOrTx,
  which: Which,
): Promise<Omit<InsightCounts, "forecasts">> {
  const [ofRuns, ofDecisions, ofAttempts, ofLessons, ofWaits] = await Promise.all([
    rowOf<Pick<InsightCounts, "runs" | "tags" | "leftOut" | "drills">>(db, runCounts(which)),
    rowOf<Pick<InsightCounts, "decisions" | "spans">>(db, decisionCounts(which)),
    rowOf<Pick<InsightCounts, "retries" | "checks">>(db, attemptCounts(which)),
    rowOf<Pick<InsightCounts, "lessons">>(db, lessonCounts(which)),
    rowOf<Pick<InsightCounts, "waits" | "waitSpread">>(db, waitCounts(which)),
  ]);
  return { ...ofRuns, ...ofDecisions, ...ofAttempts, ...ofLessons, ...ofWaits };
}

/** Each statement gives one row of JSON. */
async function rowOf<T>(db: OrmOrTx, statement: SQL): Promise<T> {
  const [row] = await db.execute<{ counts: string | T }>(statement);
  return (typeof row?.counts === "string" ? JSON.parse(row.counts) : row?.counts) as T;
}

const listOf = (rows: SQL): SQL => sql`(select coalesce(jsonb_agg(row), '[]') from (${rows}) as row)`;

const runCounts = (which: Which) => sql`
  with ${scopeOf(which)}
  select jsonb_build_object(
    'runs', ${listOf(sql`select replans, status, count(*)::int as runs from scope group by 1, 2`)},
    'tags', ${listOf(sql`
      select tag, count(*)::int as runs, (count(*) filter (where replans <> 'none'))::int as replanned
      from scope, unnest(tags) as tag group by 1 order by 2 desc, 1 limit ${MAX_TAGS}`)},
    'leftOut', (select count(*) from ${runs}
      where ${endedRuns({ ...which, runs: which.runs === "demo" ? "real" : "demo" })}),
    'drills', ${listOf(sql`
      select kind, outcome, count(*)::int as drills from ${drills}
      where ${and(closedDrills(which), isNotNull(drills.outcome))} group by 1, 2`)}) as counts`;

/** What a fork copied of its parent counts there: it is older than the fork. */
const decisionCounts = (which: Which) => sql`
  with ${scopeOf(which)}, d as materialized (
    select d.run_id, d.task_id, d.decision, d.decided_at, ${agreementOf} as agreement, s.week
    from ${decisions} d join scope s on s.run_id = d.run_id
    where d.kind = 'review' and d.decision is not null and d.decided_at >= s.created_at
  ), ended as materialized (
    select d.run_id, max(d.decided_at) as at, s.created_at
    from d join scope s on s.run_id = d.run_id group by d.run_id, s.created_at)
  select jsonb_build_object(
    'decisions', ${listOf(sql`
      select ${which.by === "week" ? sql`week` : promptVersion} as "group", decision, agreement, count(*)::int as count
      from d group by 1, 2, 3`)},
    'spans', (select jsonb_build_object(
        'reviews', (select count(*) from d),
        'tasks', count(*) filter (where a.outcome = 'succeeded' and not exists (
          select from ${tasks} t where t.run_id = a.run_id and t.task_id = a.task_id
            and t.type in ('planning_review', 'human_review'))),
        'steps', coalesce(sum(a.steps), 0))
      from ${attempts} a join ended on ended.run_id = a.run_id
      where a.started_at >= ended.created_at and a.ended_at <= ended.at)) as counts`;

const promptVersion = sql`(
  select c.prompt_version from ${modelCalls} c
  where c.run_id = d.run_id and c.task_id = d.task_id and c.role = 'reviewer' and c.at <= d.decided_at
  order by c.at desc limit 1)`;

/**
 * A retry is fixed when the attempt that knew what had gone wrong succeeded; a check that caught something, likewise.
 * Attempts are added up before their checks are taken apart: few differ in them.
 */
const attemptCounts = (which: Which) => sql`
  with ${scopeOf(which)}, tried as materialized (
    select code, checks, diagnosed, next, count(*)::int as n from (
      select case when a.outcome = 'failed' then a.code end as code, a.checks,
        a.outcome = 'failed' and a.diagnosis is not null as diagnosed,
        case when a.outcome = 'failed' then (
          select coalesce(next.outcome, '') from ${attempts} next
          where next.run_id = a.run_id and next.task_id = a.task_id and next.attempt = a.attempt + 1) end as next
      from ${attempts} a join scope s on s.run_id = a.run_id
      where a.started_at >= s.created_at and (a.outcome = 'failed' or a.checks is not null)) as each
    group by 1, 2, 3, 4)
  select jsonb_build_object(
    'retries', ${listOf(sql`
      select code, sum(n)::int as retries, coalesce(sum(n) filter (where next = 'succeeded'), 0)::int as fixed
      from tried where diagnosed and next is not null and code is not null group by 1 order by 2 desc, 1`)},
    'checks', ${listOf(sql`
      select one ->> 'layer' as layer, sum(n)::int as checked,
        coalesce(sum(n) filter (where one ->> 'outcome' = 'failed'), 0)::int as caught,
        coalesce(sum(n) filter (where one ->> 'outcome' = 'failed' and next = 'succeeded'), 0)::int as fixed
      from tried, jsonb_array_elements(checks) as one group by 1 order by 2 desc, 1`)}) as counts`;

const lessonCounts = (which: Which) => sql`
  with ${scopeOf(which)}, shown as (
    select distinct u.lesson_id, u.run_id from ${lessonUses} u
    where u.workspace_id = ${which.workspaceId} and u.run_id in (select run_id from scope)
  ), counted as (
    select lesson_id, count(*)::int as runs, (count(*) filter (where s.status = 'completed'))::int as completed
    from shown join scope s on s.run_id = shown.run_id group by 1 order by 2 desc, 1 limit ${MAX_LESSONS})
  select jsonb_build_object('lessons', ${listOf(sql`
    select c.lesson_id as "lessonId", left(l.text, 160) as text, c.runs, c.completed
    from counted c join ${lessons} l on l.workspace_id = ${which.workspaceId} and l.id = c.lesson_id
    order by c.runs desc, c.lesson_id`)}) as counts`;

const waitCounts = (which: Which) => sql`
  with ${scopeOf(which)}, a as materialized (
    select a.provenance, a.decided_at, a.opened_at from ${approvals} a join scope s on s.run_id = a.run_id
    where a.decided_at is not null and a.opened_at >= s.created_at)
  select jsonb_build_object(
    'waits', ${listOf(sql`
      select ${waitBin} as bin, count(*)::int as gates from a where provenance = 'person' group by 1`)},
    'waitSpread', (select jsonb_build_object(
      'medianMs', percentile_cont(0.5) within group (order by ${waitMs}) filter (where provenance = 'person'),
      'p90Ms', percentile_cont(0.9) within group (order by ${waitMs}) filter (where provenance = 'person'),
      'notByPeople', count(*) filter (where provenance is distinct from 'person')) from a)) as counts`;
