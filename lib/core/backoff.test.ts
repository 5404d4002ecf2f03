import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jitterOf, retryDelayMs } from "./backoff";

describe("retryDelayMs", () => {
  const delays = (jitter01: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((attempt) => retryDelayMs(attempt, { baseMs: 100, capMs: 1_000, jitter01 }));

  it("doubles up to the cap; half of it is left to chance", () => {
    expect(delays(1)).toEqual([100, 100, 200, 400, 800, 1_000, 1_000]);
    expect(delays(0)).toEqual([50, 50, 100, 200, 400, 500, 500]);
  });

  it("is never less than the server asked for, even above the cap", () => {
    expect(retryDelayMs(1, { baseMs: 100, capMs: 1_000, retryAfterMs: 5_000, jitter01: 0.5 })).toBe(5_000);
    expect(retryDelayMs(5, { baseMs: 100, capMs: 1_000, retryAfterMs: 1, jitter01: 0 })).toBe(500);
  });

  it("stays between half and all of the cap however many attempts there were", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, jitter01) => {
        const delay = retryDelayMs(attempt + 20, { baseMs: 1, capMs: 1_000, jitter01 });
        expect(delay).toBeGreaterThanOrEqual(500);
        expect(delay).toBeLessThanOrEqual(1_000);
      }),
    );
  });
});

describe("jitterOf", () => {
  it("is the same for the same seed, and spreads over all of 0 to 1 for others", () => {
    expect(jitterOf(["run", 1])).toBe(jitterOf(["run", 1]));
    const shares = Array.from({ length: 1_000 }, (_, n) => jitterOf(["run", n]));
    const tenths = Array.from(
      { length: 10 },
      (_, n) => shares.filter((at) => Math.floor(at * 10) === n).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(50);
    expect(tenths.reduce((sum, count) => sum + count)).toBe(1_000);
  });
});
