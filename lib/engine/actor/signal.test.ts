import { expect, test } from "vitest";
import { createSignal } from "./signal";

const answered = async (wait: Promise<void>) =>
  Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test("a ring wakes who waits, and who comes after it", async () => {
  const signal = createSignal();
  const wait = signal.wait();
  expect(await answered(wait)).toBe(false);
  signal.notify();
  await wait;
  expect(await answered(signal.wait())).toBe(true);
});

test("a ring that was answered wakes nobody again", async () => {
  const signal = createSignal();
  signal.notify();
  signal.reset();
  const wait = signal.wait();
  expect(await answered(wait)).toBe(false);
  signal.notify();
  await wait;
});
