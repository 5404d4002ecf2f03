import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "@/db/client";
import { writeChannel } from "@/db/queries/settings/notifications";
import { systemClock } from "@/lib/adapters/clock";
import { createMessageSender } from "@/lib/adapters/message-sender";
import { createPgBossJobs } from "@/lib/adapters/pg-boss-jobs";
import { createSafeHttp } from "@/lib/adapters/safe-http";
import { createSecretBox } from "@/lib/adapters/secret-box";
import type { DeliveryClaim } from "@/lib/core/message-ports";
import type { ChannelWishes, Digest, NotificationEvent } from "@/lib/core/notifications";
import { storeValue } from "@/lib/core/stored-value";
import type { RunStoreDeps } from "@/lib/engine/run-store";
import { sameSetup } from "@/lib/engine/workspaces";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { createPostgresProxy } from "@/lib/testing/database/postgres-proxy";
import {
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { createScriptedModel } from "@/lib/testing/models/scripted-model";
import { planOf } from "@/lib/testing/runs/run-world";
import { silentLog } from "@/lib/testing/silent-log";
import { openWebServer, type ReceivedRequest, type WebServer } from "@/lib/testing/web-server";
import { createToolbox } from "@/lib/tools";
import { type DeliverDeps, deliverClaimed } from "./deliver";
import { sendDueDigests } from "./digests";
import type { Outside } from "./planned-deliveries";
import { sendTo } from "./send-delivery";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const NEVER = new AbortController().signal;

let testDatabase: TestDatabase;
let database: Database;
let site: WebServer;
let jobs: ReturnType<typeof createPgBossJobs>;
let deps: DeliverDeps;
/** Statuses of the receiver's next answers; 200 when there are none left. */
let answers: number[] = [];
let nowMs = 0;
/** What channels want, as the run store knows it. */
let wishes: ChannelWishes[] = [];
let looks = 0;
let outside: Outside;
let world: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { max: 4 });
  site = await openWebServer((_, response) => response.writeHead(answers.shift() ?? 200).end());
  jobs = createPgBossJobs({ url: testDatabase.url, log: silentLog });
  await jobs.start({ supervise: true });
  const secrets = createSecretBox(() => "a secret of tests");
  const http = createSafeHttp({ privateHosts: [`127.0.0.1:${site.port}`] });
  deps = {
    db: database.orm,
    transact: database.transact,
    deliveries: jobs.deliveries,
    secrets,
    sender: createMessageSender({ http, resolveMailHost: async () => [] }),
    publicUrl: "https://waymark.example",
    clock: { nowMs: () => nowMs },
  };
  const models = { model: createScriptedModel(() => "done"), tools: createToolbox([]) };
  const setup = await sameSetup(models).open("local");
  const current = { ...setup, channels: () => wishes };
  const open = async () => {
    looks += 1;
    return current;
  };
  outside = { workspaces: { known: () => current, open }, deliveries: jobs.deliveries, log: silentLog };
  world = openRunStore(testDatabase.url, { outside });
});

afterAll(async () => {
  await world?.database.close();
  await jobs?.stop();
  await site?.close();
  await database?.close();
  await testDatabase?.drop();
});

beforeEach(async () => {
  await database.sql`delete from pgboss.job`;
  await database.sql`delete from notification_deliveries`;
  await database.sql`delete from notification_channels`;
  site.requests.length = 0;
  answers = [];
  nowMs = systemClock.nowMs();
  wishes = [];
});

async function addChannel(id: string, options: { events?: NotificationEvent[]; digest?: Digest } = {}) {
  const { events = ["gate.opened", "run.completed"], digest = "off" } = options;
  const secrets = deps.secrets as ReturnType<typeof createSecretBox>;
  await writeChannel(database.orm, {
    id,
    workspaceId: "local",
    name: id,
    kind: "webhook",
    events,
    digest,
    enabled: true,
    address: { kind: "webhook", url: `http://127.0.0.1:${site.port}/${id}` },
    secrets: secrets.seal(JSON.stringify({ kind: "webhook", secret: SECRET })),
  });
  wishes = [...wishes, { id, events, digest }];
}

const PLAN = planOf({ id: "ask", type: "human_review", input: "Deploy to production?" });

/** A run of which a worker has begun the gate and has not shown it yet, with what shows it. */
async function beginGate({ runStore } = world) {
  const runId = await createRun(runStore, { plan: PLAN });
  const fence = await takeLease(runStore, runId);
  const { state } = await runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
  const [key = ""] = Object.keys(state.inFlight);
  const { stored } = storeValue("the build");
  const shown = { shown: stored, digest: stored.digest, prompt: "Deploy to production?" };
  return { runId, fence, gate: submit({ type: "gate_shown", key, taskId: "ask", attempt: 1, ...shown }) };
}

/** A run whose human gate has been shown. */
async function openGate(process = world): Promise<{ runId: string; approvalId: string }> {
  const { runId, fence, gate } = await beginGate(process);
  const after = await process.runStore.transition(runId, [gate], { fence });
  expect(after.replies).toMatchObject([{ ok: true }]);
  return { runId, approvalId: Object.keys(after.state.openApprovals)[0] ?? "" };
}

const rows = () => database.sql<{ id: string; status: string; attempts: number; problem: string | null }[]>`
  select id, status, attempts, problem from notification_deliveries order by created_at, id`;

async function claimOne(): Promise<DeliveryClaim> {
  const [claim] = await jobs.deliveries.claim(1);
  if (!claim) throw new Error("nothing to claim");
  return claim;
}

/** The claim of a worker that was lost a minute ago, as soon as it is put back into the queue. */
async function claimLost({ jobId }: DeliveryClaim): Promise<DeliveryClaim> {
  await database.sql`update pgboss.job set started_on = now() - interval '1 minute' where id = ${jobId}`;
  for (;;) {
    const [claim] = await jobs.deliveries.claim(1);
    if (claim) return claim;
  }
}

/** Lets everything that is queued for later be due now. */
const makeDue = () => database.sql`update pgboss.job set start_after = now() where name = 'deliveries'`;
const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body);

describe("a commit that opens a gate", () => {
  test("writes the message and its job in its own transaction", async () => {
    await addChannel("a");
    await addChannel("b", { events: ["run.failed"] });
    const { runId, approvalId } = await openGate();
    const [event] = await database.sql`
      select xmin::text as tx from run_events where run_id = ${runId} and type = 'approval_opened'`;
    const messages = await database.sql`
      select xmin::text as tx, channel_id, run_id, approval_id, status from notification_deliveries`;
    const queued = await database.sql`
      select xmin::text as tx, data ->> 'deliveryId' as id from pgboss.job where name = 'deliveries'`;
    const [{ id } = { id: "" }] = await rows();
    const tx = event?.tx;
    expect([...messages]).toEqual([
      { tx, channel_id: "a", run_id: runId, approval_id: approvalId, status: "pending" },
    ]);
    expect([...queued]).toEqual([{ tx, id }]);
    expect(looks).toBe(0);
  });

  test("that is rolled back leaves neither", async () => {
    await addChannel("a");
    const before = await database.sql`select from run_events where type = 'approval_opened'`;
    const failing = openRunStore(testDatabase.url, {
      outside: {
        workspaces: { known: () => undefined, open: async () => ({ channels: () => wishes }) as never },
        deliveries: {
          async enqueue(tx, deliveries) {
            await jobs.deliveries.enqueue(tx, deliveries);
            await tx.executeSql("select 1 / 0");
          },
        },
        log: silentLog,
      },
    });
    await expect(openGate(failing)).rejects.toThrow();
    await failing.database.close();
    expect([...(await rows())]).toEqual([]);
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    const opened = await database.sql`select from run_events where type = 'approval_opened'`;
    expect(opened).toHaveLength(before.length);
  });

  test("writes nothing more where no channel wants to hear of it", async () => {
    await openGate();
    await addChannel("a", { events: ["run.failed"] });
    await openGate();
    expect([...(await rows())]).toEqual([]);
    expect(await jobs.deliveries.claim(1)).toEqual([]);
  });

  test("takes as many round trips as ever where nobody listens, and one more where somebody does", async () => {
    const proxy = await createPostgresProxy(testDatabase.url, { latencyMs: 2 });
    const trips = async (options: Partial<RunStoreDeps>) => {
      const store = openRunStore(proxy.url, { clock: systemClock, ...options });
      let taken = Number.NaN;
      // Statements are prepared by the first ones.
      for (let n = 0; n < 4; n += 1) {
        const before = proxy.roundTrips();
        await openGate(store);
        taken = proxy.roundTrips() - before;
      }
      await store.database.close();
      return taken;
    };
    const alone = await trips({});
    expect(await trips({ outside })).toBe(alone);
    await addChannel("a");
    expect(await trips({ outside })).toBe(alone + 1);
    await proxy.close();
  });

  test("that is closed within it tells nobody", async () => {
    await addChannel("a");
    const { runId, gate } = await beginGate();
    await world.runStore.transition(runId, [gate, submit({ type: "cancel" }, PERSON)]);
    expect([...(await rows())]).toEqual([]);
  });
});

describe("a message", () => {
  test("arrives with a link to its gate, once its transaction is committed", async () => {
    await addChannel("a");
    const { runId, approvalId } = await openGate();
    await deliverClaimed(deps, await claimOne(), NEVER);
    const [request] = site.requests;
    expect(request?.url).toBe("/a");
    const body = bodyOf(request as ReceivedRequest);
    const gate = { id: approvalId, kind: "human_review", prompt: "Deploy to production?", deadline: null };
    expect(body).toMatchObject({
      type: "gate.opened",
      data: {
        workspace: "local",
        run: { id: runId, url: `https://waymark.example/runs/${runId}` },
        gate: { ...gate, url: `https://waymark.example/inbox?gate=${approvalId}` },
      },
    });
    expect(await rows()).toMatchObject([{ status: "delivered", attempts: 1, problem: null }]);
    expect(await jobs.deliveries.claim(1)).toEqual([]);
  });

  test("that fails is tried again later, under the same id", async () => {
    await addChannel("a");
    await openGate();
    answers = [500, 503, 200];
    await deliverClaimed(deps, await claimOne(), NEVER);
    expect(await rows()).toMatchObject([
      { status: "pending", attempts: 1, problem: expect.stringContaining("status 500") },
    ]);
    // Its time has not come.
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      await makeDue();
      await deliverClaimed(deps, await claimOne(), NEVER);
    }
    expect(await rows()).toMatchObject([{ status: "delivered", attempts: 3, problem: null }]);
    expect(new Set(site.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("is given up after six tries, and says why", async () => {
    await addChannel("a");
    await openGate();
    answers = Array(10).fill(500);
    for (let n = 0; n < 6; n += 1) {
      await makeDue();
      await deliverClaimed(deps, await claimOne(), NEVER);
    }
    await makeDue();
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    expect(await rows()).toMatchObject([
      { status: "failed", attempts: 6, problem: expect.stringContaining("status 500") },
    ]);
    expect(site.requests).toHaveLength(6);
  });

  test("of a receiver that wants no more is not tried again", async () => {
    await addChannel("a");
    await openGate();
    answers = [410];
    await deliverClaimed(deps, await claimOne(), NEVER);
    await makeDue();
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "failed", attempts: 1 }]);
  });

  test("whose worker is killed before it wrote down what came of it is sent again under the same id", async () => {
    await addChannel("a");
    await openGate();
    const lost = await claimOne();
    const [{ id } = { id: "" }] = await rows();
    const [row] = await database.orm.query.notificationDeliveries.findMany();
    const [channel] = await database.orm.query.notificationChannels.findMany();
    if (!row || !channel) throw new Error("nothing there");
    // It was sent, and then its worker was gone.
    await sendTo(deps, channel, row, NEVER);
    await deliverClaimed(deps, await claimLost(lost), NEVER);
    expect(site.requests.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
    expect(await rows()).toMatchObject([{ status: "delivered" }]);
    // The claim of the one that was lost ends nothing any more.
    expect(await database.transact((_, tx) => jobs.deliveries.complete(tx, lost))).toBe(false);
  });

  test("whose claim went to another worker is left to that one, whatever came of it", async () => {
    await addChannel("a");
    await openGate();
    const lost = await claimOne();
    const again = await claimLost(lost);
    answers = [500, 200];
    await deliverClaimed(deps, lost, NEVER);
    expect(await rows()).toMatchObject([{ status: "pending", attempts: 0, problem: null }]);
    await deliverClaimed(deps, again, NEVER);
    expect(await rows()).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  test("waits behind a few of its own channel at most: a receiver that hangs holds up no other", async () => {
    await addChannel("a");
    for (let n = 0; n < 4; n += 1) await openGate();
    await addChannel("b");
    await openGate();
    const claims = await jobs.deliveries.claim(10);
    const channels = await database.sql<{ channel: string }[]>`
      select channel_id as channel from notification_deliveries
      where id = any(${claims.map(({ deliveryId }) => deliveryId)}) order by 1`;
    expect(channels.map(({ channel }) => channel)).toEqual(["a", "a", "a", "b"]);
    expect(await jobs.deliveries.claim(10)).toEqual([]);
  });

  test("of a duplicate job is sent once", async () => {
    await addChannel("a");
    await openGate();
    const [{ id } = { id: "" }] = await rows();
    await database.transact((_, tx) => jobs.deliveries.enqueue(tx, [{ id, channelId: "a" }]));
    await deliverClaimed(deps, await claimOne(), NEVER);
    await deliverClaimed(deps, await claimOne(), NEVER);
    expect(site.requests).toHaveLength(1);
  });

  test("to a channel that was switched off or removed in the meantime is dropped", async () => {
    await addChannel("a");
    await openGate();
    await database.sql`update notification_channels set enabled = false`;
    await deliverClaimed(deps, await claimOne(), NEVER);
    expect(await rows()).toMatchObject([{ status: "dropped", attempts: 0 }]);
    await openGate();
    await database.sql`delete from notification_channels`;
    await deliverClaimed(deps, await claimOne(), NEVER);
    expect(site.requests).toEqual([]);
  });
});

describe("a digest", () => {
  test("tells of the gates that still wait in one message, when its hour has come", async () => {
    await addChannel("a", { digest: "hourly" });
    const first = await openGate();
    const second = await openGate();
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    await sendDueDigests(deps);
    expect(await jobs.deliveries.claim(1)).toEqual([]);

    await world.runStore.transition(first.runId, [submit({ type: "cancel" }, PERSON)]);
    nowMs += 3_600_000;
    await Promise.all([sendDueDigests(deps), sendDueDigests(deps)]);
    await deliverClaimed(deps, await claimOne(), NEVER);
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    expect(site.requests).toHaveLength(1);
    const body = bodyOf(site.requests[0] as ReceivedRequest);
    expect(body).toMatchObject({
      type: "digest",
      data: { waiting: [{ gate: { id: second.approvalId } }], ended: [], answered: 1, more: 0 },
    });
    expect((await rows()).map(({ status }) => status).sort()).toEqual(["delivered", "digested", "digested"]);
  });

  test("with nothing left to say is not sent", async () => {
    await addChannel("a", { digest: "daily" });
    const { runId } = await openGate();
    await world.runStore.transition(runId, [submit({ type: "cancel" }, PERSON)]);
    nowMs += 86_400_000;
    await sendDueDigests(deps);
    expect(await jobs.deliveries.claim(1)).toEqual([]);
    expect(await rows()).toMatchObject([{ status: "dropped" }]);
  });
});
