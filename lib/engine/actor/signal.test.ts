import { expect, test } from "vitest";
import { createSignal } from "./signal";

const answered = async (wait: Promise<void>) =>
  Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test("a ring wakes who waits, and who comes after it", async () => {
  const bell = createSignal();
  const wait = bell.wait();
  expect(await answered(wait)).toBe(false);
  bell.notify();
  await wait;
  expect(await answered(bell.wait())).toBe(true);
});

test("a ring that was answered wakes nobody again", async () => {
  const bell = createSignal();
  bell.notify();
  bell.reset();
  const wait = bell.wait();
  expect(await answered(wait)).toBe(false);
  bell.notify();
  await wait;
});
