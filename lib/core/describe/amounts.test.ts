import { expect, it } from "vitest";
import { formatExactDuration } from "./amounts";

it.each([
  [840, "840 ms"],
  [1_000, "1 s"],
  [12_400, "12.4 s"],
  [185_000, "3 min 5 s"],
  [7_200_000, "2 h"],
  [7_261_000, "2 h 1 min 1 s"],
])("formatExactDuration: %i ms reads %s", (ms, text) => expect(formatExactDuration(ms)).toBe(text));
