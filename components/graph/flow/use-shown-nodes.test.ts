import { expect, it } from "vitest";
import { MOUNTED_AT_ONCE, nextPortion } from "./use-shown-nodes";

const nodes = (...numbers: number[]) => numbers.map((n) => ({ id: `t${n}` }));
const ids = (shown: readonly { id: string }[]) => new Set(shown.map(({ id }) => id));
const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

it("mounts what a pan brings into view a few in a frame, and leaves out at once what it took away", () => {
  const before = ids(nodes(...oneTo(30)));
  const wanted = nodes(...oneTo(40).slice(10));
  const first = nextPortion(before, wanted);
  expect(first).toHaveLength(20 + MOUNTED_AT_ONCE);
  expect(ids(first).has("t1")).toBe(false);
  const second = nextPortion(ids(first), wanted);
  expect(second).toHaveLength(20 + 2 * MOUNTED_AT_ONCE);
  expect(nextPortion(ids(second), wanted)).toBe(wanted);
});

it("mounts at once what is another part of the plan", () => {
  const wanted = nodes(...oneTo(30));
  expect(nextPortion(new Set(), wanted)).toBe(wanted);
  expect(nextPortion(ids(nodes(101, 102)), wanted)).toBe(wanted);
});
