import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Orm } from "@/db/client";
import { localPerson } from "./actor";
import { createKeyCallers } from "./key-callers";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const bot = { ...localPerson, id: "key:k1" };
const away = new Proxy({} as Orm, {
  get() {
    throw new Error("The store is away");
  },
});
const keys = () => createKeyCallers({ db: away, clock: { nowMs: () => 0 } });

it("what lasts ends when the store does not say that its key works", async () => {
  const ended = vi.fn();
  keys().watch(bot, ended);
  await vi.advanceTimersByTimeAsync(999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ended).toHaveBeenCalledOnce();
});

it("nothing is looked up any more once what lasted has ended by itself", async () => {
  const ended = vi.fn();
  const { watch } = keys();
  const stops = [watch(bot, ended), watch(bot, ended)];
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ended).not.toHaveBeenCalled();
});
