import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Data } from "../execute";
import { evaluate } from "../index";

/** What a program gives for a list of whole numbers, `data/input`. */
function given(source: string, input: readonly unknown[]): unknown {
  const found = evaluate(source, { input } as Data);
  return found.ok ? found.value : found.error;
}

function holdsForAll(law: (numbers: number[]) => void): void {
  fc.assert(fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 60 }), law));
}

describe("sequence functions keep their laws on any list", () => {
  it("sorts as numbers are ordered, whichever way the comparator says it", () => {
    holdsForAll((numbers) => {
      const rising = numbers.toSorted((a, b) => a - b);
      expect(given("(sort data/input)", numbers)).toEqual(rising);
      expect(given("(sort (fn [a b] (neg? (compare a b))) data/input)", numbers)).toEqual(rising);
      expect(given("(reverse (sort-by identity data/input))", numbers)).toEqual(rising.toReversed());
    });
  });

  it("keeps equal items in their order", () => {
    holdsForAll((numbers) => {
      const pairs = numbers.map((number, place) => [number, place]);
      const stable = pairs.toSorted(([a = 0], [b = 0]) => a - b);
      expect(given("(sort-by first data/input)", pairs)).toEqual(stable);
    });
  });

  it("takes lists apart so that they can be put together again", () => {
    holdsForAll((numbers) => {
      expect(given("(apply concat (partition-all 3 data/input))", numbers)).toEqual(numbers);
      expect(given("(apply concat (partition-by identity data/input))", numbers)).toEqual(numbers);
      expect(given("(apply concat (split-at 5 data/input))", numbers)).toEqual(numbers);
      expect(given("(apply concat (split-with pos? data/input))", numbers)).toEqual(numbers);
      expect(given("(reverse (reverse data/input))", numbers)).toEqual(numbers);
      expect(given("(flatten (partition-all 2 (partition-all 3 data/input)))", numbers)).toEqual(numbers);
      expect(given("(last (reductions conj [] data/input))", numbers)).toEqual(numbers);
    });
  });

  it("loses no item and counts none twice", () => {
    holdsForAll((numbers) => {
      const size = numbers.length;
      expect(given("(sum (vals (frequencies data/input)))", numbers)).toBe(size);
      expect(given("(sum-by count (vals (group-by identity data/input)))", numbers)).toBe(size);
      expect(given("(count (distinct data/input))", numbers)).toBe(new Set(numbers).size);
      expect(given("(= (set data/input) (set (distinct data/input)))", numbers)).toBe(true);
      expect(given("(count (combinations (range (count data/input)) 2))", numbers)).toBe(
        Math.max(0, (size * (size - 1)) / 2),
      );
    });
  });

  it("puts sets and maps together from their parts", () => {
    holdsForAll((numbers) => {
      const halves = "(set (take 5 data/input)) (set (drop 3 data/input))";
      expect(given(`(= (union ${halves}) (set data/input))`, numbers)).toBe(true);
      expect(given(`(every? (intersection ${halves}) (difference ${halves}))`, numbers)).toBe(
        numbers.slice(0, 5).every((number) => numbers.slice(3).includes(number)),
      );
      expect(given(`(superset? (union ${halves}) (intersection ${halves}))`, numbers)).toBe(true);
      expect(
        given("(= (zipmap data/input data/input) (into {} (map vector data/input data/input)))", numbers),
      ).toBe(true);
    });
  });
});
