import { expect, test } from "vitest";
import { createManualClock } from "@/lib/testing/manual-clock";
import { startDeadline } from "./deadline";

function begin(timeoutMs: number, spentMs = 0) {
  const clock = createManualClock();
  const caller = new AbortController();
  const deadline = startDeadline({ clock, signal: caller.signal }, timeoutMs, spentMs);
  return { clock, caller, deadline };
}

test("the attempt is over when its time has run down, less what earlier steps took", async () => {
  const { clock, deadline } = begin(1_000, 400);
  await clock.advance(599);
  expect(deadline.isExpired()).toBe(false);
  await clock.advance(1);
  expect(deadline.isExpired()).toBe(true);
  expect(deadline.signal.aborted).toBe(true);
});

test("while it is held, for a turn at a model or a back-off, no time passes", async () => {
  const { clock, deadline } = begin(1_000);
  await clock.advance(600);
  deadline.pause();
  await clock.advance(60_000);
  deadline.resume();
  deadline.resume();
  await clock.advance(399);
  expect(deadline.isExpired()).toBe(false);
  await clock.advance(1);
  expect(deadline.isExpired()).toBe(true);
});

test("what a failed request took is given back, whether or not the clock runs", async () => {
  const { clock, deadline } = begin(1_000);
  await clock.advance(900);
  deadline.exclude(500);
  await clock.advance(599);
  deadline.pause();
  deadline.exclude(100);
  deadline.resume();
  await clock.advance(100);
  expect(deadline.isExpired()).toBe(false);
  await clock.advance(1);
  expect(deadline.isExpired()).toBe(true);
});

test("an attempt that is not wanted any more fires the signal, and is not over by itself", () => {
  const { caller, deadline } = begin(1_000);
  caller.abort();
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.isExpired()).toBe(false);
});
