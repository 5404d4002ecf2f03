import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createManualClock } from "@/lib/testing/manual-clock";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";
import { purgeDueWorkspaces } from "./purger";

let world: ServiceWorld;
let one: ReturnType<typeof createPgBossJobs>;
let other: ReturnType<typeof createPgBossJobs>;
beforeAll(async () => {
  world = await openServiceWorld();
  one = createPgBossJobs({ url: world.url, log: silentLog });
  other = createPgBossJobs({ url: world.url, log: silentLog });
  await one.start({ supervise: true });
  await other.start({ supervise: true });
});
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()]);
  await world?.close();
});
beforeEach(async () => {
  await world.database.sql`delete from pgboss.job`;
  await world.database.sql`delete from retention_progress`;
});

const depsOf = (jobs: typeof one) => {
  const clock = { ...createManualClock(), sleep: async () => {} };
  return { sql: world.database.sql, purges: jobs.purges, clock, log: silentLog };
};
const signal = new AbortController().signal;
const jobStates = async () =>
  (await world.database.sql`select state from pgboss.job where name = 'purges' order by created_on`).map(
    (row) => row.state,
  );

describe("jobs that purge", () => {
  it("are one for a workspace, queued or held, and a claim that is given back goes to another worker", async () => {
    await one.purges.enqueue("local");
    await other.purges.enqueue("local");
    const claim = await one.purges.claim();
    expect(claim?.key).toBe("local");
    await other.purges.enqueue("local");
    expect(await other.purges.claim()).toBeUndefined();
    if (!claim) return;
    expect(await one.purges.touch(claim)).toBe(true);
    await one.purges.release(claim);
    expect(await one.purges.touch(claim)).toBe(false);
    const next = await other.purges.claim();
    expect(next).toMatchObject({ key: "local", retryCount: 1 });
    if (next) await other.purges.complete(next);
    expect(await jobStates()).toEqual(["completed"]);
  });
});

describe("purgeDueWorkspaces", () => {
  it("looks through a workspace once an hour, by whichever worker", async () => {
    await purgeDueWorkspaces(depsOf(one), signal);
    expect(await jobStates()).toEqual(["completed"]);
    await purgeDueWorkspaces(depsOf(other), signal);
    expect(await jobStates()).toEqual(["completed"]);
    await world.database.sql`update retention_progress set checked_at = checked_at - interval '61 minutes'`;
    await purgeDueWorkspaces(depsOf(other), signal);
    expect(await jobStates()).toEqual(["completed", "completed"]);
  });

  it("adds up the model calls of days that have ended", async () => {
    const { sql } = world.database;
    await sql`
      insert into model_calls (run_id, call_id, workspace_id, role, model, latency_ms, prompt_hash, prompt_version, epoch, at)
      values ('run_1', '1', 'local', 'agent', 'acme:large', 1, '', '', 1, now() - interval '3 days')`;
    await purgeDueWorkspaces(depsOf(one), signal);
    const [sums] =
      await sql`select sum(calls)::int as calls from cost_day_sums where filter = 'none' and side = 'all'`;
    expect(sums).toEqual({ calls: 1 });
    await sql`delete from model_calls where run_id = 'run_1'`;
  });

  it("gives its job back when the worker stops in the middle, and the next worker comes to the end", async () => {
    const actor = world.person();
    const plan = { title: "Gate", tasks: [{ id: "g", type: "human_review", input: "Go?" }] };
    for (let n = 0; n < 3; n += 1) {
      const { runId } = await world.services.runs.create({ actor, input: { plan } });
      await world.services.runs.command({ actor, input: { runId, type: "cancel" } });
    }
    await world.database.sql`update runs set finished_at = now() - interval '9 days'`;
    await world.database.sql`
      insert into retention_settings (workspace_id, kind, keep_days, updated_by) values ('local', 'runs', 5, 'Ada')`;
    const stop = new AbortController();
    const deps = depsOf(one);
    const stopping = { ...deps, clock: { ...deps.clock, sleep: async () => stop.abort() } };
    await purgeDueWorkspaces(stopping, stop.signal);
    expect(await jobStates()).toEqual(["retry"]);
    expect(await world.database.sql`select 1 from purges where open`).toHaveLength(1);
    await purgeDueWorkspaces(depsOf(other), signal);
    expect(await jobStates()).toEqual(["completed"]);
    expect(await world.database.sql`select 1 from runs`).toHaveLength(0);
    expect(await world.database.sql`select 1 from run_events`).toHaveLength(0);
    expect(await world.database.sql`select 1 from purges where not open`).toHaveLength(3);
  });
});
