import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reserve, startedWorld } from "@/lib/testing/runs/budget-world";
import { fitOf } from "./budgets";
import { affordableOutput, usefulOutput } from "./smaller-call";

/** A call with 500 tokens of input. */
const amountsOf = (outputTokens: number) => ({ tokens: 500 + outputTokens });
const LONGEST = 4_096;

describe("the answer that is reserved for a call", () => {
  it("is as long as it may be where that fits, or where there is no limit", () => {
    expect(affordableOutput(startedWorld({}).state, { longest: LONGEST, shortest: 1_536 }, amountsOf)).toBe(
      LONGEST,
    );
    expect(
      affordableOutput(
        startedWorld({ maxTokens: 4_596 }).state,
        { longest: LONGEST, shortest: 1_536 },
        amountsOf,
      ),
    ).toBe(LONGEST);
  });

  it("is as long as there is room for, as long as it is of use", () => {
    expect(
      affordableOutput(
        startedWorld({ maxTokens: 4_000 }).state,
        { longest: LONGEST, shortest: 1_536 },
        amountsOf,
      ),
    ).toBe(3_500);
    expect(
      affordableOutput(
        startedWorld({ maxTokens: 2_036 }).state,
        { longest: LONGEST, shortest: 1_536 },
        amountsOf,
      ),
    ).toBe(1_536);
    // Nothing of use fits: it is refused for the least that will do, which is the figure that people are given.
    expect(
      affordableOutput(
        startedWorld({ maxTokens: 2_035 }).state,
        { longest: LONGEST, shortest: 1_536 },
        amountsOf,
      ),
    ).toBe(1_536);
    expect(
      affordableOutput(startedWorld({ maxTokens: 900 }).state, { longest: 400, shortest: 1_536 }, amountsOf),
    ).toBe(400);
  });

  it("is half as long beside calls under way, or waits for them", () => {
    const busy = (maxTokens: number) => {
      const world = startedWorld({ maxTokens });
      reserve(world, "a", { tokens: 4_000 });
      return affordableOutput(world.state, { longest: LONGEST, shortest: 1_536 }, amountsOf);
    };
    expect(busy(7_000)).toBe(2_500);
    expect(busy(6_500)).toBe(LONGEST);
    // Without them there is room for a small one alone: that is what it waits with.
    expect(busy(4_500)).toBe(1_536);
  });

  it("counts what was reserved for the call before as free", () => {
    const world = startedWorld({ maxTokens: 4_000 });
    reserve(world, "a", { tokens: 3_900 });
    expect(
      affordableOutput(world.state, { longest: LONGEST, shortest: 1_536 }, amountsOf, { tokens: 3_900 }),
    ).toBe(3_500);
  });

  it("never passes a limit, and is never made smaller where all of it fits", () => {
    const sizes = fc.record({
      limit: fc.integer({ min: 1, max: 20_000 }),
      taken: fc.integer({ min: 0, max: 20_000 }),
      longest: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(sizes, ({ limit, taken, longest }) => {
        const { state } = startedWorld({ maxTokens: limit });
        state.ledger.reserved.tokens = Math.min(taken, limit);
        const output = affordableOutput(state, { longest, shortest: 1_536 }, amountsOf);
        const isFull = fitOf(state, amountsOf(longest)).fits;
        expect(output).toBeLessThanOrEqual(longest);
        if (isFull) expect(output).toBe(longest);
        if (output < longest && fitOf(state, amountsOf(output)).fits)
          expect(fitOf(state, amountsOf(output + 1)).fits).toBe(false);
      }),
    );
  });
});

it("is of use by what its role writes: a verdict with less than a text, and a plan with more", () => {
  const sizes = (["reviewer", "agent", "replanner"] as const).map((role) => usefulOutput(role));
  expect(sizes).toEqual([512, 1_024, 1_536]);
  expect(usefulOutput("reviewer", true)).toBe(1_536);
});
