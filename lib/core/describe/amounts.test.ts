import { expect, it } from "vitest";
import {
  formatDay,
  formatDays,
  formatDuration,
  formatExactDuration,
  formatTimeAgo,
  formatUsd,
} from "./amounts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
it.each([
  [0, "< 1 s"],
  [999, "< 1 s"],
  [1_000, "1 s"],
  [59_400, "59 s"],
  [59_500, "1 m 00 s"],
  [MINUTE, "1 m 00 s"],
  [18 * MINUTE + 4_000, "18 m 04 s"],
  [59 * MINUTE + 59_000, "59 m 59 s"],
  [HOUR, "1 h 00 m"],
  [HOUR + 12 * MINUTE + 30_000, "1 h 12 m"],
  [47 * HOUR + 59 * MINUTE, "47 h 59 m"],
  [48 * HOUR, "2 d 0 h"],
  [51 * HOUR + 7 * MINUTE, "2 d 3 h"],
])("formatDuration: %i ms reads %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

it.each([
  [0, "just now"],
  [4_999, "just now"],
  [5_000, "5 s ago"],
  [65_000, "1 min ago"],
  [2 * HOUR, "2 h ago"],
  [50 * HOUR, "2 d ago"],
])("formatTimeAgo: %i ms ago reads %s", (ms, text) => expect(formatTimeAgo(7_000, 7_000 + ms)).toBe(text));

it.each([
  [840, "840 ms"],
  [1_000, "1 s"],
  [12_400, "12.4 s"],
  [1_049, "1 s"],
  [60_000, "1 min"],
  [185_000, "3 min 5 s"],
  [7_200_000, "2 h"],
  [7_261_000, "2 h 1 min 1 s"],
])("formatExactDuration: %i ms reads %s", (ms, text) => expect(formatExactDuration(ms)).toBe(text));

it.each([
  [0, "$0.00"],
  [0.0009, "$0.0009"],
  [0.005, "$0.0050"],
  [0.02, "$0.02"],
  [0.18341, "$0.1834"],
  [1, "$1.00"],
  [12.504, "$12.50"],
  [-3.2841, "−$3.28"],
  [-0.5, "−$0.50"],
  [null, "unknown"],
])("formatUsd: %s dollars read %s", (usd, text) => expect(formatUsd(usd)).toBe(text));

it("a day is short along an axis, and other names stay", () => {
  expect([formatDay("2026-11-09"), formatDay("2026-01-23"), formatDay("prompt 7")]).toEqual([
    "9 Nov",
    "23 Jan",
    "prompt 7",
  ]);
});

it("the days of a report have one year, or each their own; one day stands alone", () => {
  expect(formatDays("2026-09-28", "2026-11-24")).toBe("28 Sep – 24 Nov 2026");
  expect(formatDays("2025-12-28", "2026-01-03")).toBe("28 Dec 2025 – 3 Jan 2026");
  expect(formatDays("2026-11-24", "2026-11-24")).toBe("24 Nov 2026");
});
