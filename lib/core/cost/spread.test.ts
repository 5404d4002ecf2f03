import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spreadOf } from "./spread";

const none = new Float32Array();

describe("spreadOf", () => {
  it("gives what half of the calls, and 95 of 100, stay within", () => {
    const costs = Float32Array.from({ length: 100 }, (_, n) => (100 - n) * 1_000);
    expect(spreadOf(costs, Float32Array.from([30, 10, 20]))).toEqual({
      pricedCalls: 100,
      medianUsd: 0.05,
      p95Usd: 0.095,
      medianLatencyMs: 20,
      p95LatencyMs: 30,
    });
  });

  it("knows nothing of no calls", () => {
    expect(spreadOf(none, none)).toEqual({
      pricedCalls: 0,
      medianUsd: null,
      p95Usd: null,
      medianLatencyMs: null,
      p95LatencyMs: null,
    });
  });

  it("is never left by more calls than it says", () => {
    const latency = fc.nat(1_000_000);
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1 }), (all) => {
        const { medianLatencyMs = 0, p95LatencyMs = 0 } = spreadOf(none, Float32Array.from(all));
        const above = (limit: number | null) => all.filter((one) => one > (limit ?? 0)).length / all.length;
        expect(above(medianLatencyMs)).toBeLessThanOrEqual(0.5);
        expect(above(p95LatencyMs)).toBeLessThanOrEqual(0.05 + Number.EPSILON);
      }),
    );
  });
});
