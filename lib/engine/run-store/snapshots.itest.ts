import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPipeline } from "@/db/pipeline";
import { putSnapshot } from "@/db/queries/run-store/snapshots";
import { readEventsAfter } from "@/db/queries/runs/read-events";
import { fold, type RunEvent, type RunState } from "@/lib/core/run";
import { REDUCER_VERSION } from "@/lib/core/stream";
import { isSnapshotDue } from "@/lib/engine/run-store/snapshots";
import { dropOldSnapshots } from "@/lib/engine/worker/sweeper";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
import { storeEvents } from "@/lib/testing/database/stored-events";
import {
  createRun,
  openRunStore,
  type RunStoreProcess,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";

let testDatabase: TestDatabase;
let proxy: PostgresProxy;
let world: RunStoreProcess;
let count = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await createPostgresProxy(testDatabase.url);
  world = openRunStore(testDatabase.url);
});

afterAll(async () => {
  await world?.database.close();
  await proxy?.close();
  await testDatabase?.drop();
});

/** The same run under a new id, in the store. */
async function stored(log: readonly RunEvent[]): Promise<{ runId: string; events: RunEvent[] }> {
  count += 1;
  const runId = `run_s${count}`;
  const renamed = JSON.parse(
    JSON.stringify(log).replaceAll('"run_1"', `"${runId}"`).replaceAll("run_1/", `${runId}/`),
  ) as RunEvent[];
  await storeEvents(world.database.sql, renamed);
  // As they come back: the store has an order of its own for the keys of a payload.
  const events = await readEventsAfter(world.database.orm, { runId, afterSeq: 0, limit: 20_000 });
  return { runId, events };
}

const keep = (runId: string, seq: number, state: object, reducerVersion = REDUCER_VERSION) =>
  putSnapshot(world.database.sql, {
    runId,
    workspaceId: "local",
    reducerVersion,
    seq,
    state: JSON.stringify(state),
  });

const kept = (runId: string) =>
  world.database.sql<{ seq: number; version: number }[]>`
    select seq, reducer_version as version from run_snapshots where run_id = ${runId} order by version`;

/** How a process sees the run that has never seen it. */
async function opened(runId: string, url = testDatabase.url): Promise<Readonly<RunState> | undefined> {
  const { database, runStore } = openRunStore(url);
  const state = await runStore.peek(runId);
  await database.close();
  return state;
}

/** A run of a hundred tasks, with as many events as are asked for. */
function longRun(length: number): RunEvent[] {
  const tasks = Array.from({ length: 100 }, (_, n) => ({ id: `t${n}`, title: `Task ${n}` }));
  const run = new RunWorld({ plan: planOf(...tasks), settings: { maxConcurrency: 100 } });
  run.start();
  for (let n = 0; n < 60; n += 1) run.succeed(`t${n}`);
  const call = { callId: "c", role: "agent", model: "m", latencyMs: 1, inputTokens: 10, outputTokens: 5 };
  while (run.events.length < length) {
    run.send({ type: "record_calls", calls: [{ ...call, callId: `c${run.events.length}` }] });
  }
  return run.events.slice(0, length);
}

test("a snapshot and what came after it is the fold of all events, for any run and any moment", {
  timeout: 120_000,
}, async () => {
  const property = fc.asyncProperty(
    planArb,
    settingsArb,
    tapeArb,
    fc.boolean(),
    fc.nat(),
    async (plan, settings, tape, toTheEnd, moment) => {
      const run = new RunWorld({ plan, settings });
      play(run, tape, () => {});
      if (toTheEnd) bringToEnd(run, () => {});
      const { runId, events } = await stored(run.events);
      const whole = fold(runId, structuredClone(events));
      const cut = 1 + (moment % events.length);
      await keep(runId, cut, fold(runId, structuredClone(events.slice(0, cut))));
      const state = await opened(runId);
      // As text: the order of keys says what is first.
      expect(JSON.stringify(state)).toBe(JSON.stringify(whole));
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

describe("a worker's commits", () => {
  const call = { callId: "c", role: "agent", model: "m", latencyMs: 1 };
  const calls = (size: number, model = "m") =>
    submit({ type: "record_calls", calls: Array.from({ length: size }, () => ({ ...call, model })) });

  test("leave snapshots that are due after as many events as the last one spares", () => {
    const dueAfter = (seq: number) => {
      const since = { seq, stateBytes: 0, bytes: 0 };
      return Array.from({ length: 20_000 }, (_, n) => seq + n).find((now) => isSnapshotDue(since, now));
    };
    expect([0, 100, 1_000, 4_000].map(dueAfter)).toEqual([1_000, 1_100, 2_000, 8_000]);
    const large = (stateBytes: number, bytes: number) => isSnapshotDue({ seq: 9, stateBytes, bytes }, 10);
    expect([large(0, 1_048_575), large(0, 1_048_576)]).toEqual([false, true]);
    expect([large(3_000_000, 2_999_999), large(3_000_000, 3_000_000)]).toEqual([false, true]);
  });

  test("leave a snapshot after 1 000 events, that no transition waits for", async () => {
    const { runStore, database } = openRunStore(testDatabase.url);
    const runId = await createRun(runStore, { plan: planOf({ id: "a" }) });
    const fence = await takeLease(runStore, runId);
    const held = await openPipeline(world.database.sql);
    await held.send([held.sql`begin`, held.sql`lock table run_snapshots in access exclusive mode`]);
    // Nobody can write a snapshot now, and yet it continues.
    for (let n = 0; n < 11; n += 1) await runStore.transition(runId, [calls(100)], { fence });
    await held.rollback();
    held.release();
    await database.close();
    const [snapshot] = await kept(runId);
    expect(snapshot?.version).toBe(REDUCER_VERSION);
    expect(snapshot?.seq).toBeGreaterThanOrEqual(1_000);
    expect(JSON.stringify(await opened(runId))).toBe(JSON.stringify(await world.runStore.peek(runId)));
  });

  test("leave one after 1 MiB of fewer events", async () => {
    const { runStore, database } = openRunStore(testDatabase.url);
    const runId = await createRun(runStore, { plan: planOf({ id: "a" }) });
    const fence = await takeLease(runStore, runId);
    await runStore.transition(runId, [calls(100, "m".repeat(5_000))], { fence });
    await runStore.transition(runId, [calls(100, "m".repeat(5_000))], { fence });
    expect(await kept(runId)).toEqual([]);
    const { state } = await runStore.transition(runId, [calls(30, "m".repeat(5_000))], { fence });
    const { seq } = state;
    await database.close();
    expect(await kept(runId)).toEqual([{ seq, version: REDUCER_VERSION }]);
  });

  test("of people leave none: only who holds the run looks after it", async () => {
    const { runStore, database } = openRunStore(testDatabase.url);
    const runId = await createRun(runStore, { plan: planOf({ id: "a" }) });
    for (let n = 0; n < 11; n += 1) await runStore.transition(runId, [calls(100)]);
    await database.close();
    expect(await kept(runId)).toEqual([]);
  });
});

describe("a snapshot that does not fit", () => {
  const UNFIT: [what: string, state: (good: RunState) => object][] = [
    ["is nonsense", () => ({ nonsense: true })],
    ["is another run's", (good) => ({ ...good, runId: "run_other" })],
    ["is of another moment", (good) => ({ ...good, seq: good.seq - 1 })],
    ["lacks a part of the state", ({ tasks: _tasks, ...rest }) => rest],
    ["cannot take what came after it", (good) => ({ ...good, tasks: {}, openApprovals: { x: true } })],
  ];

  test.each(UNFIT)("because it %s counts for nothing, and is removed", async (_what, spoil) => {
    const { runId, events } = await stored(longRun(400));
    const good = fold(runId, structuredClone(events.slice(0, 120)));
    await keep(runId, 120, spoil(good));
    expect(await opened(runId)).toEqual(fold(runId, structuredClone(events)));
    expect(await kept(runId)).toEqual([]);
  });

  test("because it is ahead of the log counts for nothing", async () => {
    const { runId, events } = await stored(longRun(400));
    const whole = fold(runId, structuredClone(events));
    await keep(runId, 500, { ...whole, seq: 500, mission: "ahead" });
    expect(await opened(runId)).toEqual(whole);
  });
});

test("snapshots of other reducers are not read; those of earlier ones are swept", async () => {
  const { runId, events } = await stored(longRun(300));
  const whole = fold(runId, structuredClone(events));
  for (const version of [REDUCER_VERSION - 1, REDUCER_VERSION + 1]) {
    await keep(runId, 200, { ...whole, seq: 200, mission: "of another reducer" }, version);
  }
  expect((await opened(runId))?.mission).toBe("Do it");
  await dropOldSnapshots(world.database);
  expect((await kept(runId)).map((row) => row.version)).toEqual([REDUCER_VERSION + 1]);
});

test("a run of 10 000 events is opened by its snapshot and last events alone", {
  timeout: 60_000,
}, async () => {
  const { runId, events } = await stored(longRun(10_000));
  const cold = async () => {
    const [trips, begun] = [proxy.roundTrips(), performance.now()];
    const state = await opened(runId, proxy.url);
    return { state, trips: proxy.roundTrips() - trips, ms: Math.round(performance.now() - begun) };
  };
  await cold();
  const without = await cold();
  await keep(runId, 9_600, fold(runId, structuredClone(events.slice(0, 9_600))));
  const withOne = await cold();
  expect(withOne.state).toEqual(without.state);
  expect(withOne.trips).toBeLessThanOrEqual(without.trips - 5);
  console.info(`cold open of 10 000 events: ${without.ms} ms, with a snapshot ${withOne.ms} ms`);
});
