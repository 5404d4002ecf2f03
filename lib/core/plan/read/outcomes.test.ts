import { expect, it } from "vitest";
import { readOutcome, splitOutcomes } from "./outcomes";

it.each([
  ["CONTINUE - when all is well", "CONTINUE", "when all is well"],
  ["**REPLAN**: one\ntwo", "REPLAN", "one\ntwo"],
  ["[ABORT] neither holds", "ABORT", "neither holds"],
  ["- `COMPLETE` → enough is known", "COMPLETE", "enough is known"],
  ["COMPLETE", "COMPLETE", ""],
  ["continue: all is well", "CONTINUE", "all is well"],
  ["Abort — neither\nholds", "ABORT", "neither\nholds"],
])("reads %j", (text, decision, when) => {
  expect(readOutcome(text)).toEqual({ decision, when });
});

it.each(["We CONTINUE - x", "CONTINUES - x", "Complete the form", "to abort: press", "when: REPLAN", ""])(
  "finds no decision at the beginning of %j",
  (text) => expect(readOutcome(text)).toBeUndefined(),
);

it("divides outcomes on a line by semicolons, and by commas before a decision", () => {
  expect(splitOutcomes("CONTINUE - a, b; REPLAN - c, ABORT - d|COMPLETE; ")).toEqual([
    "CONTINUE - a, b",
    " REPLAN - c",
    " ABORT - d",
    "COMPLETE",
  ]);
});
