import { describe, expect, it } from "vitest";
import type { ReplayedTurn } from "@/lib/core/replay/model/report";
import { createLimits } from "./limits";

const turn = (more: Partial<ReplayedTurn>): ReplayedTurn => ({
  variant: 0,
  trajectory: 0,
  step: 1,
  modelId: "a",
  recorded: { text: "", calls: [] },
  countedMicroUsd: 0,
  latencyMs: 1,
  recordedLatencyMs: 1,
  ...more,
});

describe("the limits of a model replay", () => {
  it("have no room past the cost, with what earlier workers took", () => {
    const limits = createLimits({ maxCostUsd: 0.000_01 }, 1, [turn({ countedMicroUsd: 4 })]);
    expect([limits.reserve(6), limits.reserve(1), limits.reached()]).toEqual([true, false, true]);
    limits.settle(6, 2);
    expect([limits.reserve(4), limits.reserve(1)]).toEqual([true, false]);
    expect(createLimits({}, 1, []).reserve(1e12)).toBe(true);
  });

  it("allow no more calls than 200, of which those that were made again are taken off", () => {
    const critique = { modelId: "c", calls: 3, failure: "timeout" as const };
    const limits = createLimits({}, 195, [turn({ tries: 2, critique })]);
    // One turn and one critique were made again: three calls are gone, two are left.
    expect([1, 2, 3].map(() => limits.takeSpare())).toEqual([true, true, false]);
    expect(createLimits({}, 200, []).takeSpare()).toBe(false);
  });
});
