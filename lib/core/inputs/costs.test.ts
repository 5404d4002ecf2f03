import { expect, it } from "vitest";
import { COST_LINES } from "../cost/purpose";
import { costReportInput } from "./costs";

const problemOf = (input: object) => costReportInput.safeParse(input).error?.issues[0]?.message;

it("a report is of days of the calendar, in order, and not of more than there is use for", () => {
  expect(costReportInput.parse({ from: "2026-11-01", to: "2026-11-01", by: "week", tag: "t" })).toBeTruthy();
  expect(costReportInput.parse({ from: "2026-11-01" })).toEqual({ from: "2026-11-01" });
  expect(problemOf({ to: "2026-02-30" })).toBe(
    "Enter a day from 1970-01-01 to 2999-12-31, such as 2026-11-24.",
  );
  expect(problemOf({ from: "2026-11-02", to: "2026-11-01" })).toMatch(/not before the first/);
  expect(problemOf({ from: "2001-01-01", to: "2026-11-01" })).toBe("Choose at most 800 days.");
});

it("its lines are what calls were made for, and what is no money", () => {
  expect(COST_LINES).toEqual(["run", "replay", "eval", "probe", "question", "simulated"]);
});
