import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "@/lib/adapters/clock";
import { storeValue } from "@/lib/core/stored-value";
import type { Fence, TransitionOptions } from "@/lib/engine/types";
import { createTestDatabase, type TestDatabase } from "@/lib/testing/database/postgres";
import { createPostgresProxy, type PostgresProxy } from "@/lib/testing/database/postgres-proxy";
import {
  createRun,
  openRunStore,
  PERSON,
  type RunStoreProcess,
  startAll,
  submit,
  takeLease,
} from "@/lib/testing/engine/run-store-world";
import { planOf } from "@/lib/testing/runs/run-world";

const tasks = Array.from({ length: 40 }, (_, n) => ({
  id: `t${n}`,
  dependsOn: n === 0 ? [] : [`t${n - 1}`],
}));

let testDatabase: TestDatabase;
let proxy: PostgresProxy;
let world: RunStoreProcess;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  proxy = await createPostgresProxy(testDatabase.url, { latencyMs: 3 });
  world = openRunStore(proxy.url, { clock: systemClock });
});

afterAll(async () => {
  await world?.database.close();
  await proxy?.close();
  await testDatabase?.drop();
});

async function step(
  runId: string,
  fence: Fence,
  options: TransitionOptions = {},
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<number> {
  const state = await world.runStore.peek(runId);
  const [key, flight] = Object.entries(state?.inFlight ?? {})[0] ?? [];
  if (!key || !flight?.taskId) throw new Error("nothing in flight");
  const { taskId, attempt = 1 } = flight;
  const value = storeValue(`${taskId} ${"x".repeat(2_000)}`).stored;
  const done = submit({ type: "attempt_succeeded", key, taskId, attempt, value, checks: [] });
  await meanwhile();
  const before = proxy.roundTrips();
  await world.runStore.transition(runId, [done], { fence, followUp: startAll(fence.epoch), ...options });
  return proxy.roundTrips() - before;
}

test("a warm transition takes two round trips: one to lock and read, one to write and commit", async () => {
  const runId = await createRun(world.runStore, { plan: planOf(...tasks) });
  const fence = await takeLease(world.runStore, runId);
  await world.runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
  for (let n = 0; n < 5; n += 1) await step(runId, fence);
  const trips: number[] = [];
  for (let n = 0; n < 20; n += 1) trips.push(await step(runId, fence));
  expect(trips).toEqual(trips.map(() => 2));
});

test("parking, which asks whether the lease was kept, takes no more than three", async () => {
  const trips: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const runId = await createRun(world.runStore, { plan: planOf({ id: "a" }) });
    const fence = await takeLease(world.runStore, runId);
    await world.runStore.transition(runId, [submit({ type: "pause" }, PERSON)]);
    const before = proxy.roundTrips();
    const { parked } = await world.runStore.transition(runId, [], { fence, park: true });
    expect(parked).toBe(true);
    trips.push(proxy.roundTrips() - before);
  }
  expect(trips.at(-1)).toBeLessThanOrEqual(3);
});

test("a transition on a run that nobody else has changed takes one, and is decided again where somebody has", async () => {
  const runId = await createRun(world.runStore, { plan: planOf(...tasks) });
  const fence = await takeLease(world.runStore, runId);
  await world.runStore.transition(runId, [], { fence, followUp: startAll(fence.epoch) });
  for (let n = 0; n < 3; n += 1) await step(runId, fence, { undisturbed: true });
  expect(await step(runId, fence, { undisturbed: true })).toBe(1);

  const other = openRunStore(testDatabase.url);
  const pause = () => other.runStore.transition(runId, [submit({ type: "pause" }, PERSON)]);
  expect(await step(runId, fence, { undisturbed: true }, pause)).toBeGreaterThan(2);
  const state = await other.runStore.peek(runId);
  expect([state?.tasks.t4?.status, state?.paused !== undefined]).toEqual(["succeeded", true]);

  await takeLease(other.runStore, runId);
  await other.database.close();
  const late = world.runStore.transition(runId, [submit({ type: "pause" })], { fence, undisturbed: true });
  await expect(late).rejects.toMatchObject({ code: "lease_lost" });
});

test("the look before an act takes one round trip, and shows what another process has just committed", async () => {
  const other = openRunStore(testDatabase.url, { clock: systemClock });
  try {
    const runId = await createRun(world.runStore, { plan: planOf(...tasks) });
    await takeLease(world.runStore, runId);
    await other.runStore.transition(runId, [submit({ type: "pause" }, PERSON)]);
    const before = proxy.roundTrips();
    expect((await world.runStore.peek(runId))?.paused).toBeTruthy();
    expect(proxy.roundTrips() - before).toBe(1);
  } finally {
    await other.database.close();
  }
});
