import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import type * as run from "@/lib/core/run";
import { transact } from "@/lib/core/run";
import { storeValue } from "@/lib/core/stored-value";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import {
  createPostgresProxy,
  type PostgresProxy,
  type ProxyFault,
} from "@/lib/testing/database/postgres-proxy";
import {
  createQuietJobs,
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { planOf } from "@/lib/testing/runs/run-world";
import { randomFrom } from "@/lib/testing/seeds";

vi.mock("@/lib/core/run", async (original) => {
  const real = await original<typeof run>();
  return { ...real, transact: vi.fn(real.transact) };
});

const plan = planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }, { id: "c", dependsOn: ["b"] });

let testDatabase: TestDatabase;
let proxy: PostgresProxy;
/** Talks through the proxy, where faults happen. */
let shaky: RunStoreProcess;
/** Talks to the database itself, to see what is true. */
let calm: RunStoreProcess;
const jobs = createQuietJobs();

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await createPostgresProxy(testDatabase.url);
  shaky = openRunStore(proxy.url, { jobs, clock: systemClock });
  calm = openRunStore(testDatabase.url);
});

afterEach(() => {
  vi.mocked(transact).mockReset();
});

afterAll(async () => {
  await Promise.all([shaky?.database.close(), calm?.database.close()]);
  await proxy?.close();
  await testDatabase?.drop();
});

const pause = () => submit({ type: "pause" }, PERSON);

/** What a worker tells of a call that took fifteen tokens. */
const spent = () =>
  submit({
    type: "record_calls",
    calls: [
      { callId: randomUUID(), role: "agent", model: "m", inputTokens: 10, outputTokens: 5, latencyMs: 1 },
    ],
  });

async function leased() {
  const runId = await createRun(shaky.runStore, { plan });
  return { runId, fence: await takeLease(shaky.runStore, runId) };
}

const countOf = async (runId: string, type: string): Promise<number> =>
  (await typesOf(runId)).filter((one) => one === type).length;

const typesOf = async (runId: string): Promise<string[]> => {
  const rows = await calm.database.sql<{ type: string }[]>`
    select type from run_events where run_id = ${runId} order by seq`;
  return rows.map((row) => row.type);
};

const FAULTS: ProxyFault[] = ["cut_before_commit", "cut_after_commit"];

describe.each(FAULTS)("%s", (fault) => {
  test("a command is carried out once, and its sender gets the reply that is stored", async () => {
    const runId = await createRun(shaky.runStore, { plan });
    const before = await typesOf(runId);
    const fired = proxy.fired();
    proxy.inject(fault);
    const paused = pause();
    const { replies, events, state } = await shaky.runStore.transition(runId, [paused]);
    expect(proxy.fired()).toBe(fired + 1);
    expect(await typesOf(runId)).toEqual([...before, "run_paused"]);
    expect(events.map((event) => event.type)).toEqual(["run_paused"]);
    expect(state).toEqual(await calm.runStore.peek(runId));
    const [stored] = await calm.database
      .sql`select reply from run_commands where command_id = ${paused.envelope.id}`;
    expect(replies).toEqual([stored?.reply]);
    expect((await calm.runStore.transition(runId, [paused])).replies).toEqual(replies);
  });

  test("a run is created once", async () => {
    proxy.inject(fault);
    const fired = proxy.fired();
    const runId = await createRun(shaky.runStore, { plan });
    expect(proxy.fired()).toBe(fired + 1);
    expect(await typesOf(runId)).toEqual([
      "run_created",
      "plan_proposed",
      "plan_version_adopted",
      "run_started",
    ]);
  });

  test.each([
    ["", { undisturbed: false }],
    [", also where it is decided ahead of the lock", { undisturbed: true }],
  ])(
    "what a worker records is counted once, and it hears that it is, though no reply is stored%s",
    async (_how, how) => {
      const { runId, fence } = await leased();
      proxy.inject(fault);
      const fired = proxy.fired();
      const { replies, state } = await shaky.runStore.transition(runId, [pause(), spent()], {
        fence,
        ...how,
      });
      expect(proxy.fired()).toBe(fired + 1);
      expect(replies).toEqual([expect.objectContaining({ ok: true }), { ok: true, seq: state.seq }]);
      expect(state.ledger.used.tokens).toBe(15);
      expect(await countOf(runId, "llm_called")).toBe(1);
      const [kept] = await calm.database.sql`select count(*)::int as replies from run_commands
      where run_id = ${runId} and type in ('record_calls', 'take_lease')`;
      expect(kept).toEqual({ replies: 0 });
    },
  );

  test("what a follow-up started is started, and told", async () => {
    const runId = await createRun(shaky.runStore, { plan });
    const fence = await takeLease(shaky.runStore, runId);
    proxy.inject(fault);
    const options = { fence, followUp: startAll(fence.epoch) };
    const { events, state } = await shaky.runStore.transition(runId, [], options);
    expect(events.map((event) => event.type)).toEqual(["effects_started", "task_started"]);
    expect(Object.keys(state.inFlight)).toHaveLength(1);
    expect(state).toEqual(await calm.runStore.peek(runId));
  });
});

describe("a connection that stays away", () => {
  test("leaves nothing uncounted or counted twice when the worker comes again with the same", async () => {
    const { runId, fence } = await leased();
    const loads = [1, 2, 3].map((nth) => ({ method: "run_store.load", nth, how: "cut_before" as const }));
    proxy.plan([{ method: "run_store.commit", nth: 1, how: "cut_after" }, ...loads]);
    const record = spent();
    await expect(shaky.runStore.transition(runId, [record], { fence })).rejects.toThrow();
    expect(proxy.unfired()).toEqual([]);
    // Somebody looks at the run in between, and has its new state in memory.
    expect((await shaky.runStore.peek(runId))?.ledger.used.tokens).toBe(15);
    const again = await shaky.runStore.transition(runId, [record, spent()], { fence });
    expect(again.replies).toMatchObject([{ ok: true }, { ok: true }]);
    expect(again.state.ledger.used.tokens).toBe(30);
    expect(await countOf(runId, "llm_called")).toBe(2);
    expect(await calm.runStore.peek(runId)).toEqual(again.state);
  });

  test("is an error in the end, and the same command later is carried out once", async () => {
    const lost = await createPostgresProxy(testDatabase.url);
    const world = openRunStore(lost.url);
    const runId = await createRun(world.runStore, { plan });
    await lost.close();
    const paused = pause();
    await expect(world.runStore.transition(runId, [paused])).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect((await calm.runStore.transition(runId, [paused])).events.map((event) => event.type)).toEqual([
      "run_paused",
    ]);
    await world.database.close();
  });

  test("killed backends under load lose nothing and do nothing twice", async () => {
    const runIds = await Promise.all(Array.from({ length: 4 }, () => createRun(shaky.runStore, { plan })));
    let killed = 0;
    let over = false;
    const killer = (async () => {
      while (!over) {
        const { count } = await calm.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`;
        killed += count;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    const sent = await Promise.all(
      runIds.map(async (runId) => {
        let count = 0;
        // A fast machine is done with forty before the killer has had its turns.
        for (; count < 40 || killed <= 10; count += 1) {
          await persist(() =>
            shaky.runStore.transition(runId, [submit({ type: count % 2 ? "resume" : "pause" }, PERSON)]),
          );
        }
        return count;
      }),
    );
    over = true;
    await killer;
    expect(killed).toBeGreaterThan(10);
    for (const [n, runId] of runIds.entries()) {
      expect(await typesOf(runId)).toHaveLength(4 + (sent[n] ?? 0));
    }
  });
});

/** What every sender does: the same commands, under the same ids, until there is an answer. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      expect(error).not.toHaveProperty("code", "internal");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

test("twenty seeded runs through a shaky connection end as runs through a calm one", {
  timeout: 60_000,
}, async () => {
  const before = proxy.fired();
  const reached = (await playOut(calm, 0)).types;
  for (let seed = 1; seed <= 20; seed += 1) {
    const outcome = await playOut(shaky, seed);
    expect(outcome.types, `seed ${seed}`).toEqual(reached);
    expect(outcome.status, `seed ${seed}`).toBe("completed");
  }
  expect(proxy.fired() - before).toBeGreaterThan(20);
});

/** Runs the plan to its end; with a seed other than 0, faults strike at random. */
async function playOut({ runStore }: RunStoreProcess, seed: number) {
  const random = randomFrom(seed);
  const strike = (): void => {
    const fault = FAULTS[Math.floor(random() * 4)];
    if (seed !== 0 && fault) proxy.inject(fault);
  };
  const runId = await createRun(runStore, { plan });
  strike();
  const fence = await takeLease(runStore, runId);
  const options = { fence, followUp: startAll(fence.epoch) };
  let { state } = await runStore.transition(runId, [], options);
  while (Object.keys(state.inFlight).length > 0) {
    const [key = "", flight] = Object.entries(state.inFlight)[0] ?? [];
    const value = storeValue(`${flight?.taskId ?? "answer"} done`).stored;
    const { taskId, attempt = 1 } = flight ?? {};
    const done = taskId
      ? submit({ type: "attempt_succeeded", key, taskId, attempt, value, checks: [] })
      : submit({ type: "answer_ready", key, value });
    strike();
    ({ state } = await persist(() => runStore.transition(runId, [done], options)));
  }
  const [run] = await calm.database.sql<{ status: string }[]>`select status from runs where id = ${runId}`;
  return { types: await typesOf(runId), status: run?.status };
}

describe("a throw of the core", () => {
  const broken = () => {
    throw new Error("the core is broken");
  };

  test("writes nothing of the batch, opens an engine_fault gate, and answers the command for good", async () => {
    const runId = await createRun(shaky.runStore, { plan });
    const before = await typesOf(runId);
    vi.mocked(transact).mockImplementationOnce(broken);
    const pause = submit({ type: "pause" }, PERSON);
    const { replies, state } = await shaky.runStore.transition(runId, [pause]);
    expect(replies).toMatchObject([{ ok: false, error: { code: "internal" } }]);
    expect(JSON.stringify(replies)).not.toContain("the core is broken");
    expect((await typesOf(runId)).slice(before.length)).toEqual(["engine_fault", "approval_opened"]);
    expect(state).toEqual(await calm.runStore.peek(runId));
    const [gate] = await calm.database.sql`select kind, status from approvals where run_id = ${runId}`;
    expect(gate).toEqual({ kind: "engine_fault", status: "open" });
    expect((await calm.runStore.transition(runId, [pause])).replies).toEqual(replies);
  });

  test("keeps the rows of the batch: what they tell did happen", async () => {
    const runId = await createRun(shaky.runStore, { plan });
    const fence = await takeLease(shaky.runStore, runId);
    vi.mocked(transact).mockImplementationOnce(broken);
    const blob = { digest: `fault${runId}`, bytes: 1, body: 1 };
    const rows = { blobs: [blob] };
    await shaky.runStore.transition(
      runId,
      [submit({ type: "record_calls", calls: [] }, undefined, { rows })],
      {
        fence,
      },
    );
    expect(await calm.database.sql`select 1 from blobs where digest = ${blob.digest}`).toHaveLength(1);
  });

  test("while the run is created leaves no run", async () => {
    vi.mocked(transact).mockImplementationOnce(broken);
    const runId = `run_${process.pid}broken`;
    await expect(createRun(shaky.runStore, { plan, runId })).rejects.toMatchObject({ code: "internal" });
    expect(await calm.database.sql`select 1 from runs where id = ${runId}`).toHaveLength(0);
  });

  test("at the report too gives the run up and ends its job", async () => {
    const runId = await createRun(shaky.runStore, { plan });
    const fence = await takeLease(shaky.runStore, runId);
    vi.mocked(transact).mockImplementationOnce(broken).mockImplementationOnce(broken);
    const failing = shaky.runStore.transition(runId, [submit({ type: "pause" }, PERSON)], { fence });
    await expect(failing).rejects.toMatchObject({ code: "internal" });
    const [row] = await calm.database.sql`select status, finish_reason, parked from runs where id = ${runId}`;
    expect(row).toEqual({ status: "failed", finish_reason: "engine_fault", parked: true });
    expect(jobs.completed).toContain(runId);
  });
});

describe("events of another version", () => {
  test("refuse the run clearly, and leave it as it was", async () => {
    const runId = await createRun(calm.runStore, { plan });
    const { sql } = calm.database;
    await sql`update run_events set type = 'from_the_future' where run_id = ${runId} and seq = 4`;
    const opening = shaky.runStore.transition(runId, [submit({ type: "pause" }, PERSON)]);
    await expect(opening).rejects.toMatchObject({ code: "unsupported" });
    await sql`update run_events set type = 'run_started' where run_id = ${runId} and seq = 4`;
    expect(
      (await shaky.runStore.transition(runId, [submit({ type: "pause" }, PERSON)])).replies,
    ).toMatchObject([{ ok: true }]);
  });
});
