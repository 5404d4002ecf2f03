import { expect, test } from "vitest";
import { createIds } from "./ids";

test("ids are 26 lower-case letters and digits", () => {
  expect(createIds().next()).toMatch(/^[0-9a-z]{26}$/);
});

test("ids of one process ascend strictly, within a millisecond and when the clock goes back", () => {
  const times = [5, 5, 5, 4, 3, 6, 6];
  const ids = createIds(() => times.shift() ?? 7);
  const made = Array.from({ length: 2_000 }, () => ids.next());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test("the time leads: an id of a later millisecond is greater, whatever its chance", () => {
  const earlier = createIds(() => 1_795_311_711_266).next();
  const later = createIds(() => 1_795_311_711_267).next();
  expect(earlier < later).toBe(true);
  expect(
    createIds(() => 0)
      .next()
      .slice(0, 10),
  ).toBe("0000000000");
  expect(
    createIds(() => 33)
      .next()
      .slice(0, 10),
  ).toBe("0000000011");
});
