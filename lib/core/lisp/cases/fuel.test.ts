import { describe, expect, it } from "vitest";
import { evaluate } from "..";

/** A program whose steps grow with `rounds`, by the same number for each. */
const program = (rounds: number) => `(loop [i 0] (when (< i ${rounds}) (recur (inc i))))`;

const isEnough = (fuel: number, rounds: number) =>
  evaluate(program(rounds), {}, { fuel, iterations: 10_000 }).ok;

/** The least fuel with which the program ends. */
function leastFuel(rounds: number): number {
  let [tooLittle, enough] = [0, 100_000];
  while (enough - tooLittle > 1) {
    const middle = Math.floor((tooLittle + enough) / 2);
    if (isEnough(middle, rounds)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}

describe("the fuel of an evaluation", () => {
  // Limits are looked at every thousand steps: programs on both sides of it.
  it.each([[1], [10], [300], [2_000]])("ends it at the very step that is too many (%i rounds)", (rounds) => {
    const aRound = leastFuel(2) - leastFuel(1);
    expect(aRound).toBeGreaterThan(0);
    expect(leastFuel(rounds)).toBe(leastFuel(1) + (rounds - 1) * aRound);
  });

  it("is spent to the last: with just enough the value is there, with one less the limit is told", () => {
    const fuel = leastFuel(10);
    expect(evaluate(program(10), {}, { fuel })).toEqual({ ok: true, value: null });
    expect(evaluate(program(10), {}, { fuel: fuel - 1 })).toMatchObject({
      ok: false,
      error: { code: "limit_exceeded" },
    });
  });
});
