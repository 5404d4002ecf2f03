import { expect, test } from "vitest";
import { createBell } from "./bell";

const answered = async (wait: Promise<void>) =>
  Promise.race([wait.then(() => true), new Promise((resolve) => setImmediate(() => resolve(false)))]);

test("a ring wakes who waits, and who comes after it", async () => {
  const bell = createBell();
  const wait = bell.wait();
  expect(await answered(wait)).toBe(false);
  bell.ring();
  await wait;
  expect(await answered(bell.wait())).toBe(true);
});

test("a ring that was answered wakes nobody again", async () => {
  const bell = createBell();
  bell.ring();
  bell.hush();
  const wait = bell.wait();
  expect(await answered(wait)).toBe(false);
  bell.ring();
  await wait;
});
