import { describe, expect, it } from "vitest";
import { capReached, isCapReached, isNearCap, today } from "./spending-cap";

const NOON = Date.UTC(2026, 10, 24, 12);
const spent = (costMicroUsd: number, capMicroUsd: number | null) => ({
  day: "2026-11-24",
  costMicroUsd,
  uncostedCalls: 0,
  capMicroUsd,
});

describe("the daily cap", () => {
  it("is about the day of the calendar in UTC", () => {
    expect(today(NOON)).toEqual({
      day: "2026-11-24",
      fromMs: Date.UTC(2026, 10, 24),
      beforeMs: Date.UTC(2026, 10, 25),
    });
  });

  it.each([
    [9, 10, false],
    [10, 10, true],
    [0, 0, true],
    [1_000, null, false],
  ])("is reached at it, and never without one: %s of %s", (cost, cap, reached) => {
    expect(isCapReached(spent(cost, cap))).toBe(reached);
  });

  it.each([
    [79, 100, false],
    [80, 100, true],
    [130, 100, true],
    [0, 0, true],
    [1_000, null, false],
  ])("is near from four fifths of it on, and never without one: %s of %s", (cost, cap, near) => {
    expect(isNearCap(spent(cost, cap))).toBe(near);
  });

  it("says how much it is, and how long the day still takes", () => {
    const { code, message, details } = capReached(spent(12_500_000, 12_500_000), NOON);
    expect(code).toBe("too_many_requests");
    expect(message).toContain("daily cap of $12.50");
    expect(details).toMatchObject({ quota: "dailySpending", retryAfterSeconds: 43_200 });
  });
});
