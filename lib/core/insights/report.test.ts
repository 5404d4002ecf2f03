import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatFigure, INSIGHT_CHARTS, insightTables } from "../describe/learning/insights";
import type { InsightCounts } from "./counts";
import { rate, wilson } from "./formulas";
import { type InsightScope, insightsOf } from "./report";

const WEEKS = ["2026-11-09", "2026-11-16"];
const scope: InsightScope = { from: "2026-11-09", to: "2026-11-22", tag: null, runs: "real", by: "week" };
const NO_ERRORS = { n: 0, medianError: null, p10Error: null, p90Error: null, within: null };
const none: InsightCounts = {
  runs: [],
  tags: [],
  leftOut: 0,
  decisions: [],
  spans: { reviews: 0, tasks: 0, steps: 0 },
  retries: [],
  checks: [],
  lessons: [],
  waits: [],
  drills: [],
  forecasts: { runs: 0, money: NO_ERRORS, time: NO_ERRORS, writes: NO_ERRORS },
  waitSpread: { medianMs: null, p90Ms: null, notByPeople: 0 },
};
const counts: InsightCounts = {
  runs: [
    { replans: "none", status: "completed", runs: 18 },
    { replans: "none", status: "cancelled", runs: 2 },
    { replans: "one", status: "completed", runs: 6 },
    { replans: "one", status: "failed", runs: 2 },
    { replans: "more", status: "aborted", runs: 2 },
  ],
  tags: [
    { tag: "release", runs: 20, replanned: 5 },
    { tag: "rare", runs: 4, replanned: 4 },
  ],
  leftOut: 7,
  decisions: [
    { group: "2026-11-09", decision: "CONTINUE", agreement: "agreed", count: 6 },
    { group: "2026-11-09", decision: "REPLAN", agreement: "overruled", count: 2 },
    { group: "2026-11-16", decision: "CONTINUE", agreement: "by_time", count: 30 },
    { group: "2026-11-16", decision: "CONTINUE", agreement: "at_once", count: 10 },
    { group: "2026-11-16", decision: "ABORT", agreement: "other", count: 1 },
    { group: "2026-11-16", decision: "COMPLETE", agreement: "agreed", count: 1 },
  ],
  spans: { reviews: 50, tasks: 170, steps: 455 },
  retries: [
    { code: "check_failed", retries: 8, fixed: 6 },
    { code: "timeout", retries: 2, fixed: 0 },
  ],
  checks: [{ layer: "predicate", checked: 90, caught: 8, fixed: 6 }],
  lessons: [
    { lessonId: "l1", text: "Measure first", runs: 10, completed: 9 },
    { lessonId: "l2", text: "Seldom", runs: 4, completed: 4 },
    { lessonId: "l3", text: "Always", runs: 30, completed: 24 },
  ],
  drills: [
    { kind: "tool_approval", outcome: "found", drills: 5 },
    { kind: "tool_approval", outcome: "missed", drills: 1 },
    { kind: "human_review", outcome: "missed", drills: 2 },
    { kind: "human_review", outcome: "false_alarm", drills: 1 },
  ],
  waits: [
    { bin: "under_1m", gates: 4 },
    { bin: "over_4h", gates: 2 },
  ],
  forecasts: {
    runs: 9,
    time: NO_ERRORS,
    money: { n: 8, medianError: 0.14, p10Error: -0.3, p90Error: 0.4, within: 0.75 },
    writes: { n: 4, medianError: 0, p10Error: 0, p90Error: 0, within: 1 },
  },
  waitSpread: { medianMs: 30_000, p90Ms: 20_000_000, notByPeople: 3 },
};
const report = insightsOf(counts, scope, WEEKS);

describe("insightsOf", () => {
  it("counts people's decisions alone as agreement, those by time or at once apart", () => {
    const { agreement } = report;
    expect(agreement.counts).toEqual({ agreed: 7, overruled: 2, by_time: 30, at_once: 10, other: 1 });
    expect(agreement.rate).toBeCloseTo(7 / 9);
    expect(agreement.groups.map((one) => one.rate)).toEqual([6 / 8, null]);
  });

  it("shares out all decisions by week, also one without any", () => {
    expect(report.decisions).toMatchObject({
      n: 50,
      byDecision: { CONTINUE: 46, REPLAN: 2, COMPLETE: 1, ABORT: 1 },
      tasksBetween: 3.4,
      stepsBetween: 9.1,
    });
    const empty = insightsOf(none, scope, WEEKS).decisions;
    expect(empty.groups.map(({ group }) => group)).toEqual(WEEKS);
    expect([empty.tasksBetween, empty.stepsBetween]).toEqual([null, null]);
  });

  it("groups by the prompt versions that were used, the unknown one first", () => {
    const [one] = counts.decisions;
    const versions = ["7", null, "10"].map((group) => ({ ...one, group, count: 5 }));
    const byPrompt = insightsOf({ ...none, decisions: versions as never }, { ...scope, by: "prompt" }, WEEKS);
    expect(byPrompt.agreement.groups.map(({ group, rate: share }) => [group, share])).toEqual([
      [null, 1],
      ["10", 1],
      ["7", 1],
    ]);
    const rows = insightTables(byPrompt).agreement.rows;
    expect(rows.map(({ name, behind }) => [name, behind?.facet?.value])).toEqual([
      ["unknown", undefined],
      ["10", "10"],
      ["7", "7"],
    ]);
  });

  it("says how many runs were completed after a replan, and without one", () => {
    expect(report.success).toMatchObject({ after: 0.6, without: 0.9 });
    expect(report.success.groups.more).toEqual({
      ended: 2,
      completed: 0,
      failed: 0,
      aborted: 2,
      cancelled: 0,
    });
    expect(report.replansByTag).toMatchObject({ replanned: 10, rate: 10 / 30 });
    expect(report.replansByTag.tags.map((one) => one.rate)).toEqual([0.25, null]);
    expect(report.runs).toEqual({
      ended: 30,
      completed: 24,
      failed: 2,
      aborted: 2,
      cancelled: 2,
      leftOut: 7,
    });
  });

  it("says what a diagnosis fixed, what checks caught, and how long gates waited", () => {
    expect(report.retries).toMatchObject({ n: 10, fixed: 6, rate: 0.6 });
    expect(report.retries.codes.map((one) => one.rate)).toEqual([0.75, null]);
    expect(report.checks).toMatchObject({ checked: 90, caught: 8, fixed: 6 });
    expect(report.waits.bins.map(({ gates }) => gates)).toEqual([4, 0, 0, 0, 0, 2]);
    expect(report.waits).toMatchObject({ gates: 6, medianMs: 30_000, notByPeople: 3 });
  });

  it("shows a lesson only from five runs with it and five without, and counts the others", () => {
    expect(report.lessons.tooFew).toBe(2);
    expect(report.lessons.shown).toMatchObject([
      { lessonId: "l1", with: { runs: 10, completedRate: 0.9 }, without: { runs: 20, completedRate: 0.75 } },
    ]);
    const everywhere = [{ lessonId: "l", text: "t", runs: 0, completed: 0 }];
    expect(insightsOf({ ...none, lessons: everywhere }, scope, WEEKS).lessons.tooFew).toBe(1);
  });
});

describe("formulas", () => {
  it("give no rate over fewer than five", () => {
    expect([rate(4, 4), rate(0, 5), rate(5, 5)]).toEqual([null, 0, 1]);
  });

  it("give an interval that holds the share and narrows as more is known", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (whole, share) => {
          const part = Math.round(share * whole);
          const [low, high] = wilson(part, whole);
          expect(low).toBeLessThanOrEqual(part / whole + 1e-9);
          expect(high).toBeGreaterThanOrEqual(part / whole - 1e-9);
          const [lower, higher] = wilson(part * 4, whole * 4);
          expect(higher - lower).toBeLessThanOrEqual(high - low);
        },
      ),
    );
    expect(wilson(0, 0)).toEqual([0, 1]);
    expect(wilson(9, 10).map((end) => Math.round(end * 100))).toEqual([60, 98]);
  });
});

describe("insightTables", () => {
  const tables = insightTables(report);

  it("has a row of as many figures as columns for each part, with what is behind it", () => {
    for (const chart of INSIGHT_CHARTS) {
      const { columns, rows, formula, title } = tables[chart];
      expect(`${title} ${formula}`).not.toContain("undefined");
      for (const { values, name } of rows) expect([name, ...values]).toHaveLength(columns.length);
    }
    expect(tables.decisions.rows[0]).toEqual({
      name: "2026-11-09",
      values: [6, 2, 0, 0],
      behind: { week: "2026-11-09", facet: { kind: "decision", value: "any" } },
    });
    expect(tables.replans.rows[0]?.behind).toEqual({
      tag: "release",
      facet: { kind: "replans", value: "any" },
    });
    expect(tables.forecasts.rows.map(({ values }) => values)).toEqual([
      [8, -0.3, 0.14, 0.4, 0.75],
      [0, null, null, null, null],
      [4, null, null, null, null],
    ]);
    expect(tables.retries.rows.map(({ name }) => name)).toEqual(["check failed", "timed out"]);
  });

  it("writes figures as what they are", () => {
    expect(formatFigure(0.798, "rate")).toBe("79.8 %");
    expect(formatFigure(null, "rate")).toBe("n < 5");
    expect(formatFigure(null, "number")).toBe("unknown");
    expect(formatFigure(3.44, "number")).toBe("3.4");
    expect(formatFigure(61_000, "duration")).toBe("1 m 01 s");
    expect(formatFigure(1_482, "count")).toBe("1,482");
  });
});
