import { expect, it } from "vitest";
import { formatExactDuration, formatUsd } from "./amounts";

it.each([
  [840, "840 ms"],
  [1_000, "1 s"],
  [12_400, "12.4 s"],
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
  [null, "unknown"],
])("formatUsd: %s dollars read %s", (usd, text) => expect(formatUsd(usd)).toBe(text));
