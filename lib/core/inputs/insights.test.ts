import { describe, expect, it } from "vitest";
import { UTC } from "../zones";
import { facetText, insightDays, insightsInput } from "./insights";

const NOW = Date.parse("2026-11-24T10:00:00Z");

describe("the days of a report", () => {
  it("are the last eight weeks from a Monday on, unless they are given", () => {
    expect(insightDays({}, NOW, UTC)).toEqual({ from: "2026-09-28", to: "2026-11-24" });
    expect(insightDays({ from: "2026-11-01" }, NOW, UTC)).toEqual({ from: "2026-11-01", to: "2026-11-24" });
    expect(insightDays({ from: "2027-01-01" }, NOW, UTC)).toEqual({ from: "2027-01-01", to: "2027-01-01" });
    expect(insightDays({ to: "2026-03-01" }, NOW, UTC)).toEqual({ from: "2026-01-05", to: "2026-03-01" });
  });

  it.each([
    { from: "2026-02-30" },
    { from: "2026-03-02", to: "2026-03-01" },
    { from: "2020-01-01", to: "2026-01-01" },
    { runs: "all" },
  ])("%j is refused", (input) => {
    expect(insightsInput.safeParse(input).success).toBe(false);
  });

  it("leave demo runs out unless they are asked for", () => {
    expect(insightsInput.parse({ from: "2026-03-01", to: "2026-03-01" })).toMatchObject({
      runs: "real",
      by: "week",
    });
  });
});

it("a part of a report is read from its name, and nothing else is", () => {
  expect(facetText.parse("replans:any")).toEqual({ kind: "replans", value: "any" });
  expect(facetText.safeParse("replans:often").success).toBe(false);
});
