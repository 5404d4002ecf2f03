import fc from "fast-check";
import { expect, test } from "vitest";
import { scaled } from "@/lib/testing/scaled";
import { createSlots } from "./slots";

test("there are never more slots out than there are", () => {
  const slots = createSlots(3);
  const user = slots.join(() => {});
  expect(user.take(2)).toBe(2);
  expect(user.take(2)).toBe(1);
  expect(slots.free()).toBe(0);
  user.release(1);
  expect(slots.free()).toBe(1);
});

test("slots are handed out in turn as they come free, and an actor that got one goes to the end of the line", () => {
  const slots = createSlots(1);
  const called: string[] = [];
  const [first, second] = ["first", "second"].map((name) => slots.join(() => called.push(name)));
  const greedy = slots.join(() => called.push("greedy"));
  expect(greedy.take(5)).toBe(1);
  for (const user of [greedy, first, second]) user?.wantMore(true);
  greedy.release(1);
  expect(called).toEqual(["greedy"]);
  expect(second?.take(1)).toBe(0);
  expect(greedy.take(5)).toBe(1);
  greedy.release(1);
  expect(called).toEqual(["greedy", "first"]);
  expect(greedy.take(5)).toBe(0);
  first?.wantMore(false);
  expect(called).toEqual(["greedy", "first", "second"]);
  expect(second?.take(1)).toBe(1);
});

test("a newcomer finds what nobody waits for", () => {
  const slots = createSlots(4);
  const [waiting, newcomer] = [slots.join(() => {}), slots.join(() => {})];
  waiting.wantMore(true);
  expect(newcomer.take(10)).toBe(3);
  expect(waiting.take(10)).toBe(1);
});

/** Users who come when they are called, in any order, and take what they can get. */
test("slots pass over no actor that wants one, and leave none idle", () => {
  const size = fc.integer({ min: 1, max: 4 });
  const wanted = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(size, wanted, fc.infiniteStream(fc.nat()), (size, amounts, random) => {
      const slots = createSlots(size);
      const pick = (below: number) => (random.next().value as number) % below;
      const called = new Set<number>();
      const left = [...amounts];
      const taken = amounts.map(() => 0);
      const users = amounts.map((_, index) => slots.join(() => called.add(index)));
      for (const index of amounts.keys()) called.add(index);
      const come = (index: number) => {
        called.delete(index);
        const got = users[index]?.take(left[index] ?? 0) ?? 0;
        left[index] = (left[index] ?? 0) - got;
        taken[index] = (taken[index] ?? 0) + got;
        users[index]?.wantMore((left[index] ?? 0) > 0);
        expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(size);
      };
      const waitedFor = amounts.map(() => 0);
      while (left.some((one) => one > 0) || taken.some((one) => one > 0)) {
        while (called.size > 0) come([...called][pick(called.size)] ?? 0);
        expect(slots.free() === 0 || left.every((one) => one === 0)).toBe(true);
        const busy = [...taken.keys()].filter((index) => (taken[index] ?? 0) > 0);
        const ending = busy[pick(busy.length)] ?? 0;
        for (const index of left.keys()) {
          waitedFor[index] = taken[index] === 0 && (left[index] ?? 0) > 0 ? (waitedFor[index] ?? 0) + 1 : 0;
          expect(waitedFor[index]).toBeLessThanOrEqual(amounts.length);
        }
        taken[ending] = (taken[ending] ?? 0) - 1;
        users[ending]?.release(1);
      }
    }),
    { numRuns: scaled(200) },
  );
});
