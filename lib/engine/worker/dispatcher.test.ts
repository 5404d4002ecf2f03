import { expect, test } from "vitest";
import type { Jobs, LeaseClaim } from "@/lib/core/job-ports";
import { deferred } from "@/lib/testing/deferred";
import { createQuietJobs } from "@/lib/testing/engine/run-store-world";
import { createManualClock } from "@/lib/testing/manual-clock";
import { silentLog } from "@/lib/testing/silent-log";
import type { ActorPool } from "./actor-pool";
import { createDispatcher } from "./dispatcher";
import { createSlots } from "./slots";

/** A queue of runs and a fleet that keeps what it is given; each begun run holds the slot that came with it. */
function worldOf(
  queued: number,
  options: { slots: number; runSlots?: number; fails?: boolean; hasPeers?: boolean },
) {
  const clock = createManualClock();
  let asked = 0;
  const queue = Array.from({ length: queued }, (_, n) => `run_${n}`);
  const begun: LeaseClaim[] = [];
  const jobs: Jobs = {
    ...createQuietJobs(),
    async claim(limit) {
      asked += 1;
      if (options.fails) throw new Error("the store is away");
      return queue.splice(0, limit).map((runId) => ({ jobId: runId, retryCount: 0, runId }));
    },
  };
  const fleet = { start: (claim: LeaseClaim) => begun.push(claim), size: () => begun.length };
  const slots = createSlots(options.slots);
  const dispatcher = createDispatcher({
    jobs,
    actors: fleet as unknown as ActorPool,
    slots,
    runSlots: options.runSlots ?? 50,
    hasPeers: () => options.hasPeers ?? false,
    clock,
    log: silentLog,
  });
  return { queue, begun, slots, dispatcher, clock, asked: () => asked };
}

test("no more runs are claimed than there are slots for their first effects", async () => {
  const { begun, queue, slots, dispatcher } = worldOf(9, { slots: 4 });
  await dispatcher.poll();
  expect([begun.length, queue.length, slots.free()]).toEqual([4, 5, 0]);
});

test("while slots are full it stands in their line, and claims one run for the slot that comes free", async () => {
  const { begun, slots, dispatcher } = worldOf(9, { slots: 2 });
  await dispatcher.poll();
  slots.join(() => {}).release(1);
  await dispatcher.poll();
  expect([begun.length, slots.free()]).toEqual([3, 0]);
});

test("runs that are held already come before new ones in the line", async () => {
  const { begun, slots, dispatcher } = worldOf(9, { slots: 1 });
  const held = slots.join(() => {});
  expect(held.take(1)).toBe(1);
  held.wantMore(true);
  await dispatcher.poll();
  held.release(1);
  await dispatcher.poll();
  expect(begun).toEqual([]);
  expect(held.take(1)).toBe(1);
});

test("a slot without a run in the queue is free again, also when the queue cannot be asked", async () => {
  for (const options of [{ slots: 8 }, { slots: 8, fails: true }]) {
    const { begun, slots, dispatcher } = worldOf(3, options);
    await dispatcher.poll();
    expect(slots.free() + begun.length).toBe(8);
    expect(slots.join(() => {}).take(9)).toBe(8 - begun.length);
  }
});

test("it claims no more runs than may be held, and none when it was stopped", async () => {
  const { begun, dispatcher } = worldOf(9, { slots: 8, runSlots: 3 });
  await dispatcher.poll();
  expect(begun).toHaveLength(3);
  const stopped = worldOf(9, { slots: 8 });
  stopped.dispatcher.stop();
  await stopped.dispatcher.poll();
  expect(stopped.begun).toEqual([]);
});

test("runs that were claimed while it was stopped are given back, and so are their slots", async () => {
  const [asked, answered] = [deferred(), deferred()];
  const released: string[] = [];
  const begun: LeaseClaim[] = [];
  const jobs: Jobs = {
    ...createQuietJobs(),
    async claim() {
      asked.resolve();
      await answered.promise;
      return ["run_1", "run_2"].map((runId) => ({ jobId: runId, retryCount: 0, runId }));
    },
    release: async ({ runId }) => void released.push(runId),
  };
  const slots = createSlots(4);
  const actors = { start: (claim: LeaseClaim) => begun.push(claim), size: () => begun.length };
  const dispatcher = createDispatcher({
    jobs,
    slots,
    runSlots: 50,
    log: silentLog,
    clock: createManualClock(),
    hasPeers: () => false,
    actors: actors as unknown as ActorPool,
  });
  const polling = dispatcher.poll();
  await asked.promise;
  dispatcher.stop();
  answered.resolve();
  await polling;
  expect(begun).toEqual([]);
  expect(released).toEqual(["run_1", "run_2"]);
  expect(slots.free()).toBe(4);
});

test("one of many that found nothing for what it heard asks later and later, and at once when it found a run", async () => {
  const { queue, dispatcher, clock, asked, begun } = worldOf(0, { slots: 8, hasPeers: true });
  dispatcher.hear();
  await clock.advance(0);
  expect(asked()).toBe(1);
  for (const [nth, quietMs] of [10, 20, 40, 80, 80].entries()) {
    dispatcher.hear();
    dispatcher.hear();
    await clock.advance(quietMs - 1);
    expect(asked()).toBe(nth + 1);
    await clock.advance(1);
    expect(asked()).toBe(nth + 2);
  }
  queue.push("run_1");
  await dispatcher.poll();
  queue.push("run_2");
  dispatcher.hear();
  await clock.advance(0);
  expect(begun).toHaveLength(2);
});

test("one that is alone asks at once, whatever it found", async () => {
  const { dispatcher, clock, asked } = worldOf(0, { slots: 8 });
  for (const times of [1, 2, 3]) {
    dispatcher.hear();
    await clock.advance(0);
    expect(asked()).toBe(times);
  }
});
