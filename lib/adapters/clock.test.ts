import { expect, test, vi } from "vitest";
import { systemClock } from "./clock";

test("the clock tells milliseconds since 1970", () => {
  expect(Math.abs(systemClock.nowMs() - Date.now())).toBeLessThan(1_000);
});

test("a sleep ends after its delay", async () => {
  vi.useFakeTimers();
  let awake = false;
  const sleeping = systemClock.sleep(1_000).then(() => (awake = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(awake).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(awake).toBe(true);
  vi.useRealTimers();
});

test("a sleep longer than timers hold does not end at once", async () => {
  vi.useFakeTimers();
  let awake = false;
  void systemClock.sleep(Number.MAX_SAFE_INTEGER).then(() => (awake = true));
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(awake).toBe(false);
  vi.useRealTimers();
});

test("a sleep ends at once when its signal fires, or has fired", async () => {
  const stop = new AbortController();
  const sleeping = systemClock.sleep(3_600_000, stop.signal);
  stop.abort();
  await sleeping;
  await systemClock.sleep(3_600_000, stop.signal);
});
