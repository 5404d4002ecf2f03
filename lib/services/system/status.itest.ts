import { afterAll, beforeAll, expect, it } from "vitest";
import { announceWorker } from "@/db/queries/worker-locks";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { silentLog } from "@/lib/testing/silent-log";

let world: ServiceWorld;
let jobs: ReturnType<typeof createPgBossJobs>;

beforeAll(async () => {
  world = await openServiceWorld();
  await world.addWorkspaces("other");
  jobs = createPgBossJobs({ url: world.url, log: silentLog });
  await jobs.start({ supervise: false });
});
afterAll(async () => {
  await jobs.stop();
  await world.close();
});

const status = (workspaceId = "local") =>
  world.services.system.status({
    actor: world.person({ workspaceId, capabilities: ["view"] }),
    input: {},
  });

it("counts workers, runs of the workspace that none has taken, and models that its gates wait for", async () => {
  const { sql } = world.database;
  expect(await status()).toMatchObject({
    writable: true,
    workers: 0,
    waitingRuns: 0,
    waitingSinceMs: null,
    silentModels: [],
    stalledRuns: 0,
  });
  const withdraw = await announceWorker(sql);
  const plan = { title: "P", tasks: [{ id: "a", input: "go" }] };
  const { runId } = await world.services.runs.create({ actor: world.person(), input: { plan } });
  await sql`insert into pgboss.job (name, data, singleton_key, policy) values ('runs', '{}', ${runId}, 'exclusive')`;
  await sql`insert into approvals (id, run_id, workspace_id, kind, status, plan_version, digest, prompt, verbs, assignees, subject, opened_at, opened_seq)
    values ('apr_x', ${runId}, 'local', 'model_unavailable', 'open', 1, 'd', '', '{}', '{}', ${sql.json({ model: "acme:large" })}, now(), 1)`;
  const { waitingSinceMs, atMs, ...now } = await status();
  expect(now).toMatchObject({
    workers: 1,
    waitingRuns: 1,
    silentModels: [{ model: "acme:large", gates: 1 }],
  });
  expect(Math.abs(atMs - (waitingSinceMs ?? 0))).toBeLessThan(60_000);
  expect(await status("other")).toMatchObject({ workers: 1, waitingRuns: 0, silentModels: [] });
  await sql`update pgboss.job set state = 'active' where singleton_key = ${runId}`;
  expect(await status()).toMatchObject({ waitingRuns: 0, waitingSinceMs: null });
  await withdraw();
});
