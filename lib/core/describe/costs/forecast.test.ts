import { describe, expect, it } from "vitest";
import type { Estimate } from "../../forecast/types";
import {
  formatBasis,
  formatInsteadOf,
  formatMoneyEstimate,
  formatRestOfMoney,
  formatTimeEstimate,
  formatUnknownPart,
  formatWritesEstimate,
} from "./forecast";

const estimate = (low: number, expected: number, high: number, some: Partial<Estimate> = {}): Estimate => ({
  low,
  expected,
  high,
  unknown: 0,
  unpriced: 0,
  tasks: 8,
  unknownRoles: 0,
  ...some,
});

describe("a forecast in words", () => {
  it("says what it is about, and its range where there is one", () => {
    const money = estimate(30_000, 50_000, 90_000);
    expect(formatRestOfMoney({ money })).toBe("about $0.05 to finish");
    expect(formatMoneyEstimate(money)).toBe("$0.05 ($0.03 to $0.09)");
    expect(formatTimeEstimate(estimate(60_000, 60_000, 60_000))).toBe("1 m 00 s");
    expect(formatWritesEstimate(estimate(0, 1.25, 3))).toBe("1.3 (0 to 3)");
  });

  it("says which part is unknown, and unknown where all is", () => {
    const some = estimate(1, 30_000, 40_000, { unknown: 3, unpriced: 1 });
    expect(formatRestOfMoney({ money: some })).toBe("at least $0.03 to finish");
    expect(formatUnknownPart(some)).toBe(
      "2 of 8 tasks have no history; 1 of 8 tasks uses a model without a known price",
    );
    const all = estimate(0, 0, 0, { unknown: 8 });
    expect([formatRestOfMoney({ money: all }), formatMoneyEstimate(all)]).toEqual([
      "cost to finish unknown",
      "unknown",
    ]);
    // What is known takes nothing: that is no figure either.
    const free = estimate(0, 0, 0, { unknown: 3 });
    expect([formatRestOfMoney({ money: free }), formatMoneyEstimate(free)]).toEqual([
      "cost to finish unknown",
      "unknown",
    ]);
    expect(formatUnknownPart({ ...all, tasks: 1, unknown: 1 })).toBe("1 of 1 tasks has no history");
    expect(formatUnknownPart(estimate(0, 0, 0))).toBeUndefined();
    expect(formatUnknownPart(estimate(0, 0, 0, { unknownRoles: 1 }))).toBe(
      "planning and reviews have no history yet",
    );
    expect(formatRestOfMoney({ money: estimate(1, 2, 3, { tasks: 0, unknownRoles: 1 }) })).toContain(
      "unknown",
    );
    expect(formatTimeEstimate(estimate(1_000, 2_000, 3_000, { unknown: 1 }))).toBe(
      "at least 2 s (1 s to 3 s)",
    );
  });

  it("of a proposed plan stands beside that of the one it would replace", () => {
    const of = (expected: number, some: Partial<Estimate> = {}) => {
      const one = estimate(expected, expected, expected, some);
      return { money: one, time: one, writes: one, toolMicroUsd: 0, demo: false, runs: 9 };
    };
    const unknown = of(0, { unknown: 8 });
    expect(formatInsteadOf(of(50_000), of(30_000))).toBe("about $0.05 instead of about $0.03 to finish");
    expect(formatInsteadOf(of(50_000, { unknown: 1 }), of(50_000))).toBe(
      "at least $0.05 instead of about $0.05 to finish",
    );
    expect(formatInsteadOf(of(50_000), of(50_000))).toBe("about $0.05 to finish, as before");
    expect(formatInsteadOf(null, of(30_000))).toBe("cost to finish unknown instead of about $0.03");
    expect(formatInsteadOf(of(30_000), unknown)).toBe("about $0.03 to finish instead of an unknown cost");
    expect(formatInsteadOf(unknown, null)).toBe("cost to finish unknown for both plans");
  });

  it("says what it rests on", () => {
    expect(formatBasis({ runs: 12, demo: false })).toMatch(/^By 12 finished runs\./);
    expect(formatBasis({ runs: 1, demo: true })).toMatch(/^By 1 simulated run\./);
    expect(formatBasis({ runs: 0, demo: true })).toBe("No simulated run to go by yet.");
  });
});
