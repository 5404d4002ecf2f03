import { describe, expect, test } from "vitest";
import type { LeaseClaim } from "@/lib/core/job-ports";
import { deferred } from "@/lib/testing/deferred";
import { createManualClock } from "@/lib/testing/manual-clock";
import { createLeases } from "./leases";

const LEASE_MS = 10_000;
/** Two seconds earlier, for what is still on its way then. */
const GOOD_MS = 8_000;
const never = new AbortController().signal;

/** A queue with one claim, which it confirms as long as nobody else has it. */
async function claimed() {
  const clock = createManualClock(1_000_000);
  const claim: LeaseClaim = { jobId: "j", retryCount: 0, runId: "r" };
  const queue = { takenAway: false, away: false, touches: 0, answer: async () => {} };
  const skew = { wallMs: 0 };
  const leases = createLeases({
    clock: { ...clock, nowMs: () => clock.nowMs() + skew.wallMs },
    jobs: {
      leaseMs: LEASE_MS,
      claim: async () => [claim],
      async touch(claims) {
        queue.touches += 1;
        await queue.answer();
        if (queue.away) throw new Error("the store is away");
        return queue.takenAway ? [] : claims;
      },
    },
  });
  await leases.claim(1);
  return { clock, claim, queue, skew, leases, lease: leases.leaseOf(claim) };
}

describe("a lease", () => {
  test("is held for eight seconds after the claim was sent, and needs no question until then", async () => {
    const { clock, lease, queue } = await claimed();
    await clock.advance(GOOD_MS - 1);
    await lease.confirm(never);
    expect([lease.isHeld(), queue.touches]).toEqual([true, 0]);
    await clock.advance(1);
    expect(lease.isHeld()).toBe(false);
  });

  test("counts from when its heartbeat was sent, however late the answer comes", async () => {
    const { clock, claim, lease, leases, queue } = await claimed();
    const answered = deferred();
    queue.answer = () => answered.promise;
    const beat = leases.touch([claim]);
    await clock.advance(5_000);
    answered.resolve();
    await beat;
    await clock.advance(GOOD_MS - 5_000 - 1);
    expect(lease.isHeld()).toBe(true);
    await clock.advance(1);
    expect(lease.isHeld()).toBe(false);
  });

  test("is confirmed before it is relied on again, once it may have run out", async () => {
    const { clock, lease, queue } = await claimed();
    await clock.advance(20_000);
    await lease.confirm(never);
    expect([lease.isHeld(), queue.touches]).toEqual([true, 1]);
  });

  test("is asked for again when the answer itself came too late", async () => {
    const { clock, lease, queue } = await claimed();
    await clock.advance(20_000);
    const first = deferred();
    queue.answer = () => (queue.touches === 1 ? first.promise : Promise.resolve());
    const confirmed = lease.confirm(never);
    await clock.advance(GOOD_MS);
    first.resolve();
    await confirmed;
    expect(queue.touches).toBe(2);
  });

  test("is lost when another has it", async () => {
    const { clock, lease, queue } = await claimed();
    queue.takenAway = true;
    await clock.advance(20_000);
    await expect(lease.confirm(never)).rejects.toMatchObject({ code: "lease_lost" });
    expect(lease.isHeld()).toBe(false);
  });

  test("is waited for while the store is away, until the work is no longer wanted", async () => {
    const { clock, lease, queue } = await claimed();
    queue.away = true;
    await clock.advance(20_000);
    const confirmed = lease.confirm(never);
    await clock.advance(1_000);
    queue.away = false;
    await clock.advance(1_000);
    await confirmed;
    queue.away = true;
    await clock.advance(20_000);
    const stop = new AbortController();
    const given = lease.confirm(stop.signal).catch((error: unknown) => error);
    stop.abort();
    expect(await given).toMatchObject({ code: "lease_lost" });
  });

  test.each([
    ["has slept, while the other clock stood still", GOOD_MS],
    ["was set back", -1],
  ])("is not relied on when the wall clock %s", async (_, wallMs) => {
    const { lease, skew, queue } = await claimed();
    skew.wallMs = wallMs;
    expect(lease.isHeld()).toBe(false);
    await lease.confirm(never);
    expect([lease.isHeld(), queue.touches]).toEqual([true, 1]);
  });

  test("of a claim that was never confirmed is not held", async () => {
    const { leases } = await claimed();
    expect(leases.leaseOf({ jobId: "x", retryCount: 0, runId: "x" }).isHeld()).toBe(false);
  });
});
