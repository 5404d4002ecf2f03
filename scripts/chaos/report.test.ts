import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { SERIES_NAMES } from "./arguments";
import { type ChaosRow, readReport, reportProblems, writeRows } from "./report";

const folder = mkdtempSync(join(tmpdir(), "waymark-chaos-report-"));
const file = join(folder, "chaos.json");
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rowOf = (series: ChaosRow["series"], more: Partial<ChaosRow> = {}): ChaosRow => ({
  series,
  target: "It holds",
  holds: true,
  seed: 1,
  cases: 200,
  figures: { kills: 3 },
  failures: [],
  at: "2026-11-22T08:00:00.000Z",
  commit: "a".repeat(40),
  seconds: 9,
  ...more,
});
const failures = [{ seed: 3, problems: ["it ended with failed"], repeat: "npm run chaos" }];
const machine = { cpus: 2, model: "any", memoryGb: 8, node: "v24" };

describe("the committed report of chaos", () => {
  it("has every series, and each row holds or gives a measured reason", () => {
    const report = readReport();
    expect(report && reportProblems(report)).toEqual([]);
  });

  it("was made of the full length of every series", () => {
    const cases = Object.fromEntries(readReport()?.rows.map((row) => [row.series, row.cases]) ?? []);
    expect(cases).toMatchObject({ commits: 200, workers: 50, decisions: 400 });
    expect(cases.kills).toBeGreaterThanOrEqual(100);
  });
});

describe("a report of chaos", () => {
  it("keeps the rows of series that were not played again", () => {
    writeRows(
      SERIES_NAMES.map((name) => rowOf(name)),
      file,
    );
    writeRows([rowOf("kills", { cases: 20, holds: false, failures })], file);
    const rows = readReport(file)?.rows ?? [];
    expect(rows.map(({ series, cases, holds }) => [series, cases, holds])).toEqual([
      ["commits", 200, true],
      ["kills", 20, false],
      ["stops", 200, true],
      ["workers", 200, true],
      ["decisions", 200, true],
      ["attacks", 200, true],
    ]);
  });

  it.each([
    ["every series", SERIES_NAMES.slice(1).map((name) => rowOf(name)), ["commits was not measured"]],
    ["rows that hold", [rowOf("commits", { holds: false, failures })], ["commits does not hold"]],
    [
      "no failures behind them",
      [rowOf("commits", { failures })],
      ["commits is said to hold, and has failures"],
    ],
    ["or a reason", [rowOf("commits", { holds: false, failures, reason: "18 s under load 12" })], []],
  ])("needs %s", (_name, rows, problems) => {
    const others = SERIES_NAMES.slice(1).flatMap((name) => (rows.length === 1 ? [rowOf(name)] : []));
    expect(reportProblems({ machine, rows: [...rows, ...others] })).toEqual(problems);
  });
});
