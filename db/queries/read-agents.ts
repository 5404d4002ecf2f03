import { sql } from "drizzle-orm";
import type { AgentUse } from "@/lib/core/agent-views";
import { DEMO_TAG } from "@/lib/core/scenarios";
import type { AgentWork, ReviewDecided } from "@/lib/core/templates/view";
import { writeArray } from "../array-types";
import type { OrmOrTx } from "../client";
import { decisions, planVersions, runs, tasks, templates } from "../schema";

type Row = Omit<AgentUse, "tools" | "lastRuns"> & { tools: string; lastRuns: string };

/** Of how many runs one agent names the last. */
const SHOWN_RUNS = 5;

/**
 * The agents of the last runs of a workspace by name, the last used first: the tools that their declarations name, the
 * tasks that they began and what those came to, and the last runs that had one of the name.
 */
export async function readAgentUses(
  db: OrmOrTx,
  { workspaceId, recentRuns, limit }: { workspaceId: string; recentRuns: number; limit: number },
): Promise<AgentUse[]> {
  const rows = await db.execute(sql`
    with recent as (
      select id, left(mission, 120) as mission, plan_version, created_at from ${runs}
      where workspace_id = ${workspaceId} order by created_at desc, id limit ${recentRuns}
    ), declared as (
      select r.id as run_id, d.key as name, d.value as agent from recent r
      join ${planVersions} p on p.run_id = r.id and p.version = r.plan_version
      cross join lateral jsonb_each(coalesce(p.plan -> 'agents', '{}'::jsonb)) d
    ), worked as (
      select t.run_id, t.agent as name, count(*) filter (where t.attempt > 0) as tasks,
        count(*) filter (where t.attempt > 0 and t.status = 'succeeded') as succeeded,
        count(*) filter (where t.attempt > 0 and t.status = 'failed') as failed
      from recent r join ${tasks} t on t.run_id = r.id
      where t.type = 'task' group by t.run_id, t.agent
    ), had as (
      select coalesce(d.run_id, w.run_id) as run_id, coalesce(d.name, w.name) as name, d.agent,
        coalesce(w.tasks, 0) as tasks, coalesce(w.succeeded, 0) as succeeded, coalesce(w.failed, 0) as failed
      from declared d full join worked w on w.run_id = d.run_id and w.name = d.name
    )
    select h.name, bool_or(h.agent is not null) as declared, sum(h.tasks)::int as tasks,
      sum(h.succeeded)::int as succeeded, sum(h.failed)::int as failed, count(*)::int as runs,
      floor(date_part('epoch', max(r.created_at)) * 1000)::float8 as "lastAt",
      (array_agg(h.agent ->> 'prompt' order by r.created_at desc) filter (where h.agent is not null))[1] as prompt,
      (array_agg(r.id order by r.created_at desc, r.id) filter (where h.agent is not null))[1] as "declaredIn",
      (select coalesce(jsonb_agg(tool order by tool), '[]') from (
        select distinct jsonb_array_elements_text(coalesce(o.agent -> 'tools', '[]'::jsonb)) as tool
        from declared o where o.name = h.name) as listed) as tools,
      to_jsonb((array_agg(jsonb_build_object('runId', r.id, 'mission', r.mission)
        order by r.created_at desc, r.id))[1:${sql.raw(String(SHOWN_RUNS))}]) as "lastRuns"
    from had h join recent r on r.id = h.run_id
    group by h.name order by max(r.created_at) desc, h.name limit ${limit}`);
  return (rows as unknown as Row[]).map(({ tools, lastRuns, ...row }) => ({
    ...row,
    tools: JSON.parse(tools) as string[],
    lastRuns: JSON.parse(lastRuns) as AgentUse["lastRuns"],
  }));
}

/**
 * What the tasks of the last runs came to whose agents are defined exactly as versions of these templates are, by template, the
 * newest version first. The name is left out of it: a plan may have the agent under another one. What a fork copied of its
 * parent counts there: it is older than the fork.
 */
export async function readAgentWork(
  db: OrmOrTx,
  { workspaceId, ids, recentRuns }: { workspaceId: string; ids: readonly string[]; recentRuns: number },
): Promise<Map<string, AgentWork[]>> {
  if (ids.length === 0) return new Map();
  const rows = (await db.execute(sql`
    with recent as (
      select id, plan_version, created_at, tags @> array[${DEMO_TAG}]::text[] as simulated from ${runs}
      where workspace_id = ${workspaceId} order by created_at desc, id limit ${recentRuns}
    ), kept as (
      select t.id, t.version, e.value as agent from ${templates} t
      cross join lateral jsonb_each(t.body -> 'agents') e
      where t.workspace_id = ${workspaceId} and t.kind = 'agent' and t.id = any(${writeArray(ids)}::text[])
    ), declared as (
      select r.id as run_id, r.created_at, r.simulated, d.key as name, d.value as agent from recent r
      join ${planVersions} p on p.run_id = r.id and p.version = r.plan_version
      cross join lateral jsonb_each(coalesce(p.plan -> 'agents', '{}'::jsonb)) d
    )
    select k.id, k.version, count(*)::int as tasks,
      count(*) filter (where t.status = 'succeeded')::int as succeeded,
      count(*) filter (where t.status = 'failed')::int as failed,
      count(*) filter (where d.simulated)::int as simulated
    from kept k join declared d on d.agent = k.agent
    join ${tasks} t on t.run_id = d.run_id and t.agent = d.name and t.type = 'task' and t.attempt > 0
      and greatest(t.started_at, t.ended_at) >= d.created_at
    group by k.id, k.version order by k.version desc`)) as unknown as (AgentWork & { id: string })[];
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ id: _id, ...work }) => work)]));
}

/**
 * What was decided at the reviews of the last runs that ask exactly what versions of these templates ask, whatever name they
 * go by, by template, the newest version first, no matter whether a person, a rule or a deadline decided. Decisions without
 * a proposal count for none, and what a fork copied of its parent counts there.
 */
export async function readReviewsDecided(
  db: OrmOrTx,
  { workspaceId, ids, recentRuns }: { workspaceId: string; ids: readonly string[]; recentRuns: number },
): Promise<Map<string, ReviewDecided[]>> {
  if (ids.length === 0) return new Map();
  const asked = sql.raw(`(e.value -> 'review') - '{template,previousTasks}'::text[] as review`);
  const rows = (await db.execute(sql`
    with recent as (
      select id, plan_version, created_at, tags @> array[${DEMO_TAG}]::text[] as simulated from ${runs}
      where workspace_id = ${workspaceId} order by created_at desc, id limit ${recentRuns}
    ), kept as (
      select t.id, t.version, ${asked} from ${templates} t
      cross join lateral jsonb_array_elements(t.body -> 'tasks') e
      where t.workspace_id = ${workspaceId} and t.kind = 'review' and t.id = any(${writeArray(ids)}::text[])
    ), held as (
      select r.id as run_id, r.created_at, r.simulated, e.value ->> 'id' as task_id, ${asked} from recent r
      join ${planVersions} p on p.run_id = r.id and p.version = r.plan_version
      cross join lateral jsonb_array_elements(coalesce(p.plan -> 'tasks', '[]'::jsonb)) e
      where e.value ->> 'type' = 'planning_review'
    )
    select k.id, k.version, count(*)::int as decisions,
      count(*) filter (where d.decision = d.proposed)::int as stood,
      count(*) filter (where h.simulated)::int as simulated
    from kept k join held h on h.review = k.review
    join ${decisions} d on d.run_id = h.run_id and d.task_id = h.task_id and d.kind = 'review'
      and d.decision is not null and d.proposed is not null and d.decided_at >= h.created_at
    group by k.id, k.version order by k.version desc`)) as unknown as (ReviewDecided & { id: string })[];
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ id: _id, ...decided }) => decided)]));
}
