import { expect, test } from "vitest";
import { createDatabaseTime } from "./database-time";

test("the database's time is followed for ten seconds after each look, whatever this machine's clock says", () => {
  let monotonicMs = 7.25;
  const time = createDatabaseTime({ monotonicMs: () => monotonicMs });
  expect(time.nowMs()).toBeUndefined();
  time.observe(5_000);
  monotonicMs += 1_200.6;
  expect(time.nowMs()).toBe(6_200);
  monotonicMs += 8_800;
  expect(time.nowMs()).toBeUndefined();
  time.observe(4_000);
  expect(time.nowMs()).toBe(4_000);
});

test("without a clock it is not known", () => {
  const time = createDatabaseTime(undefined);
  time.observe(5_000);
  expect(time.nowMs()).toBeUndefined();
});
