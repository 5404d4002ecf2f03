import { expect, test } from "vitest";
import { createManualClock } from "@/lib/testing/manual-clock";
import { startDeadline } from "./deadline";

function begin(timeoutMs: number, spentMs = 0) {
  const clock = createManualClock();
  const caller = new AbortController();
  const deadline = startDeadline(
    { clock, signal: caller.signal },
    {
      taskMs: timeoutMs,
      spent: { taskMs: spentMs, agentMs: spentMs },
    },
  );
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

test("while a model is at work only the time of the agent passes, less what a failed request took", async () => {
  const clock = createManualClock();
  const limits = { taskMs: 1_000, agentMs: 5_000 };
  const deadline = startDeadline({ clock, signal: new AbortController().signal }, limits);
  await clock.advance(600);
  deadline.modelBegins();
  await clock.advance(3_000);
  deadline.pause();
  await clock.advance(60_000);
  deadline.resume();
  await clock.advance(1_000);
  expect(deadline.workedMs()).toBe(4_600);
  deadline.exclude(1_000);
  deadline.modelEnds();
  await clock.advance(399);
  expect(deadline.workedMs()).toBe(3_999);
  expect(deadline.isExpired()).toBe(false);
  await clock.advance(1);
  expect(deadline.isExpired()).toBe(true);
});

test("the agent's own time ends the attempt too, while a model is at work", async () => {
  const clock = createManualClock();
  const limits = { taskMs: 10_000, agentMs: 1_000, spent: { taskMs: 0, agentMs: 400 } };
  const deadline = startDeadline({ clock, signal: new AbortController().signal }, limits);
  deadline.modelBegins();
  await clock.advance(600);
  expect(deadline.isExpired()).toBe(true);
  deadline.stop();
  await clock.advance(600);
  expect(deadline.workedMs()).toBe(1_000);
});

test("an attempt that is not wanted any more fires the signal, and is not over by itself", () => {
  const { caller, deadline } = begin(1_000);
  caller.abort();
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.isExpired()).toBe(false);
});
