import { expect, test } from "vitest";
import { createSignal } from "./signal";

const answered = async (wait: Promise<void>) =>
  Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test("a notification wakes the one who waits, and the next one", async () => {
  const signal = createSignal();
  const wait = signal.wait();
  expect(await answered(wait)).toBe(false);
  signal.notify();
  await wait;
  expect(await answered(signal.wait())).toBe(true);
});

test("a notification that was reset wakes nobody", async () => {
  const signal = createSignal();
  signal.notify();
  signal.reset();
  const wait = signal.wait();
  expect(await answered(wait)).toBe(false);
  signal.notify();
  await wait;
});
