import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDaysToKeep } from "@/db/queries/costs/keep-days";
import { modelCalls } from "@/db/schema";
import type { CostReport } from "@/lib/core/cost/views";
import { keepCostDays } from "@/lib/engine/retention/keep-cost-days";
import { purgeWorkspace } from "@/lib/engine/retention/purge-workspace";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";

const DAY_MS = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const all = { from: dayOf(70), to: dayOf(-1) };

let world: ServiceWorld;
let runId: string;
const report = (input: object = {}): Promise<CostReport> =>
  world.services.costs.report({ actor: world.person(), input: { ...all, ...input } });

/** Calls of two months, by several models, roles and agents, of one run that there is, of others, and of no run. */
async function fillDays(): Promise<void> {
  const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "Go?" }] };
  ({ runId } = await world.services.runs.create({ actor: world.person(), input: { plan } }));
  await world.services.runs.command({ actor: world.person(), input: { runId, type: "cancel" } });
  await world.database.sql`
    insert into model_calls (run_id, call_id, workspace_id, purpose, attempt, role, model, agent, plan_version, input_tokens,
      output_tokens, cost_micro_usd, latency_ms, failure, prompt_hash, prompt_version, epoch, at)
    select case when n % 4 = 0 then ${runId} else 'run_' || n % 9 end, n::text, 'local',
      case when n % 11 = 0 then 'eval' else 'run' end, nullif(n % 3, 0), case when n % 5 = 0 then 'planner' else 'agent' end,
      (array['acme:large', 'acme:small', 'local:free', 'simulated:scenarios'])[1 + n % 4],
      case when n % 5 = 0 then null else 'agent' || n % 6 end, nullif(n % 4, 3), n * 7, case when n % 13 = 0 then null else n end,
      case when n % 4 = 2 then null else n * 37 % 5000 end, n * 131 % 9000, case when n % 17 = 0 then 'fault' end,
      '', '1', 1, now() - n * interval '3 hours'
    from generate_series(0, 479) as n`;
}

beforeAll(async () => {
  world = await openServiceWorld();
  await fillDays();
});
afterAll(() => world?.close());

describe("days that are kept", () => {
  const workspaceId = "local";
  const keep = () => keepCostDays(world.database, workspaceId);
  /** Days that have ended, but for the last hour. */
  const forgotten = async () => {
    const { sql } = world.database;
    const rows = await sql<{ day: string }[]>`select day::text from cost_days
      where not kept and day < ((now() - interval '1 hour') at time zone 'UTC')::date order by 1`;
    return rows.map(({ day }) => day);
  };
  /** What a report says by kept days, and by the calls alone. */
  async function bothWays(input: object = {}): Promise<[CostReport, CostReport]> {
    const { sql } = world.database;
    const kept = await report(input);
    const days = await sql`update cost_days set kept = false where kept returning day::text`;
    const added = await report(input);
    await sql`update cost_days set kept = true where day::text = any(${days.map(({ day }) => day)}::text[])`;
    return [kept, added];
  }
  const noon = (daysAgo: number) => new Date(Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2);

  it("are none where no model was called", async () => {
    expect(await readDaysToKeep(world.database.sql, "quiet", 1)).toEqual([]);
    expect(await readDaysToKeep(world.database.sql, workspaceId, 1)).toHaveLength(1);
  });

  it("make the same report as their calls, and the day that lasts is none of them", async () => {
    const before = await report();
    expect(await keep()).toBe(true);
    const [kept] = await world.database
      .sql`select count(*)::int as n, max(day)::text as last from cost_days where kept`;
    expect(kept?.n).toBeGreaterThan(30);
    expect(kept?.last < noon(0).toISOString().slice(0, 10)).toBe(true);
    expect(await report()).toEqual(before);
    const [inPart, ofCalls] = await bothWays({ from: dayOf(20), by: "week" });
    expect(inPart).toEqual(ofCalls);
    for (const filter of [
      { role: "agent" },
      { role: "planner" },
      { model: "acme:large" },
      { role: "critic" },
    ] as const) {
      const [ofDays, fromCalls] = await bothWays({ ...filter, by: "week" });
      expect(ofDays).toEqual(fromCalls);
    }
    const [ofBoth, fromCalls] = await bothWays({ role: "agent", model: "acme:large" });
    expect(ofBoth).toEqual(fromCalls);
    await world.database.sql`update cost_day_sums set cost_micro_usd = cost_micro_usd + 1`;
    expect((await report()).sum.knownUsd).toBeGreaterThan(before.sum.knownUsd);
    // Those of one role or model are read from kept days too, and what asks for more is not.
    const [role, model] = [await report({ role: "agent" }), await report({ model: "acme:large" })];
    const both = await report({ role: "agent", model: "acme:large" });
    await world.database.sql`update cost_day_sums set cost_micro_usd = cost_micro_usd - 1`;
    expect((await report({ role: "agent" })).sum.knownUsd).toBeLessThan(role.sum.knownUsd);
    expect((await report({ model: "acme:large" })).sum.knownUsd).toBeLessThan(model.sum.knownUsd);
    expect(await report({ role: "agent", model: "acme:large" })).toEqual(both);
  });

  it("are added up again where calls came late, were changed or are gone with their run", async () => {
    const { sql, orm } = world.database;
    await orm.insert(modelCalls).values({
      runId: "eval_2",
      callId: "late",
      workspaceId,
      purpose: "eval" as const,
      at: noon(9),
      latencyMs: 100,
      role: "agent" as const,
      model: "acme:large",
      costMicroUsd: 5,
      epoch: 0,
      promptHash: "0",
      promptVersion: "1",
    });
    expect(await forgotten()).toContain(noon(9).toISOString().slice(0, 10));
    for (const filter of [{}, { role: "agent" }, { model: "acme:large" }]) {
      const [first, added] = await bothWays(filter);
      expect(first).toEqual(added);
    }
    expect(await keep()).toBe(true);

    await sql`update model_calls set at = ${noon(11).toISOString()}, cost_micro_usd = 7 where run_id = 'eval_2'`;
    expect(await forgotten()).toEqual([11, 9].map((ago) => noon(ago).toISOString().slice(0, 10)));
    const [changed, ofChanged] = await bothWays();
    expect(changed).toEqual(ofChanged);
    expect(await keep()).toBe(true);

    const whole = await report();
    await sql`update runs set finished_at = now() - interval '9 days' where id = ${runId}`;
    await sql`
      insert into retention_settings (workspace_id, kind, keep_days, updated_by) values (${workspaceId}, 'runs', 5, 'Ada')`;
    await purgeWorkspace({ sql }, workspaceId);
    const [ofRole, ofRoleRest] = await bothWays({ role: "agent" });
    expect(ofRole).toEqual(ofRoleRest);
    const [removed, ofRest] = await bothWays();
    expect(removed.sum.modelCalls).toBeLessThan(whole.sum.modelCalls);
    expect(removed).toEqual(ofRest);
    expect(await keep()).toBe(true);
    expect(await report()).toEqual(removed);
  });

  it("wait for a removal that is at work on their calls", async () => {
    const { sql } = world.database;
    const [gone] = await sql`
      select run_id as id, call_id as call, (at at time zone 'UTC')::date::text as day from model_calls
      where at < now() - interval '3 days' order by at limit 1`;
    await sql`update cost_days set kept = false where day = ${gone?.day}`;
    const { promise: deleted, resolve: hasDeleted } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const removal = sql.begin(async (tx) => {
      await tx`delete from model_calls where run_id = ${gone?.id} and call_id = ${gone?.call}`;
      hasDeleted();
      await mayCommit;
    });
    await deleted;
    const kept = keep();
    const waits = async () =>
      (
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'insert into cost_days'`
      ).length > 0;
    await expect.poll(waits, { timeout: 10_000 }).toBe(true);
    commit();
    await Promise.all([removal, kept]);
    const [byDays, ofCalls] = await bothWays();
    expect(byDays).toEqual(ofCalls);
    expect(await forgotten()).toEqual([]);
  });
});
