import { expect, test } from "vitest";
import { createSlots } from "./slots";

test("there are never more slots out than there are", () => {
  const slots = createSlots(3);
  expect(slots.take(2)).toBe(2);
  expect(slots.take(2)).toBe(1);
  expect(slots.free()).toBe(0);
  slots.give(1);
  expect(slots.free()).toBe(1);
});

test("whoever found none is called once, in the order of asking, as slots come free", () => {
  const slots = createSlots(1);
  slots.take(1);
  const called: string[] = [];
  slots.whenFree(() => called.push("first"));
  slots.whenFree(() => called.push("second"));
  slots.give(1);
  expect(called).toEqual(["first"]);
  slots.take(1);
  slots.give(1);
  slots.take(1);
  slots.give(1);
  expect(called).toEqual(["first", "second"]);
});
