import { describe, expect, it } from "vitest";
import { UTC } from "../zones";
import { costDays, countDays, DAY_PERIODS, daysInMs, daysOfPeriod, isDay, stepsOf } from "./days";

const NOW = Date.parse("2026-11-24T13:00:00Z");

describe("costDays", () => {
  it("are the last thirty where nothing is said", () => {
    const days = costDays({}, NOW);
    expect(days).toEqual({ from: "2026-10-26", to: "2026-11-24", by: "day" });
    expect(countDays(days)).toBe(30);
    expect(daysInMs(days)).toEqual({
      fromMs: Date.parse("2026-10-26T00:00:00Z"),
      beforeMs: Date.parse("2026-11-25T00:00:00Z"),
    });
  });

  it("reach from what is given to today, or thirty days back from it, by weeks where they are many", () => {
    expect(costDays({ from: "2026-01-01" }, NOW)).toEqual({
      from: "2026-01-01",
      to: "2026-11-24",
      by: "week",
    });
    expect(costDays({ from: "2027-01-01" }, NOW)).toMatchObject({ to: "2027-01-01" });
    expect(costDays({ to: "2026-03-31", by: "week" }, NOW)).toEqual({
      from: "2026-03-02",
      to: "2026-03-31",
      by: "week",
    });
  });
});

describe("stepsOf", () => {
  it("has every day, and every week from its Monday on", () => {
    expect(stepsOf({ from: "2026-02-27", to: "2026-03-01", by: "day" })).toEqual([
      ...["2026-02-27", "2026-02-28", "2026-03-01"],
    ]);
    expect(stepsOf({ from: "2026-11-24", to: "2026-11-30", by: "week" })).toEqual([
      "2026-11-23",
      "2026-11-30",
    ]);
    expect(stepsOf({ from: "2026-11-24", to: "2026-11-01", by: "day" })).toEqual([]);
  });
});

it("isDay takes days of the calendar alone", () => {
  expect(["2026-02-28", "2026-02-30", "2026-2-3", "today", "2026-13-01"].map(isDay)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

it("a period counts days of UTC back from the moment at which it is read", () => {
  const now = Date.UTC(2026, 2, 1, 23, 59);
  expect(DAY_PERIODS.map((period) => Object.values(daysOfPeriod(period, now, UTC)).join(" to "))).toEqual([
    "2026-03-01 to 2026-03-01",
    "2026-02-28 to 2026-02-28",
    "2026-02-23 to 2026-03-01",
  ]);
  expect(daysOfPeriod("today", now + 60_000, UTC)).toEqual({ from: "2026-03-02", to: "2026-03-02" });
});
