import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { holds, readRows } from "../bench/results";
import { SERIES_NAMES, type SeriesName } from "./arguments";
import { missingSeries, rowsOf, type SeriesResult, writeChaos } from "./report";

const folder = mkdtempSync(join(tmpdir(), "waymark-chaos-report-"));
const file = join(folder, "chaos.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const played = { seed: 1, seconds: 9 };
const resultOf = (more: Partial<SeriesResult> = {}): SeriesResult => ({
  target: "it holds",
  cases: 200,
  figures: { kills: 3 },
  failures: [],
  ...more,
});
const failureOf = (seed: number) => ({ seed, problems: ["it ended with failed"], repeat: "npm run chaos" });

describe("the committed report of chaos", () => {
  const rows = readRows("chaos");

  it("has every series", () => {
    expect(missingSeries(rows)).toEqual([]);
    expect(missingSeries(rows.slice(1))).toEqual(["commits"]);
  });

  it.each<[series: SeriesName, least: number]>([
    ["commits", 200],
    ["kills", 100],
    ["workers", 50],
    ["decisions", 400],
    ["swaps", 2_000],
    ["forms", 5_000],
    ["golden", 3_000],
  ])("was made of the full length of %s", (series, least) => {
    const row = rows.find((one) => one.row.startsWith(`${series}: `));
    expect(row?.target).toBeGreaterThanOrEqual(least);
  });
});

describe("the row of a series", () => {
  it("counts the cases that hold, and each that fails once", () => {
    const [row] = rowsOf("kills", resultOf({ failures: [3, 3, 7].map(failureOf) }), played);
    expect(row).toMatchObject({ row: "kills: it holds", value: 198, target: 200, least: true, seed: 1 });
    expect(row && holds(row)).toBe(false);
    expect(row?.failures?.map(({ seed }) => seed)).toEqual([3, 3, 7]);
  });

  it("has what else must hold beside it", () => {
    const limits = [{ row: "workers: seconds", value: 16, target: 15 }];
    expect(rowsOf("workers", resultOf({ limits }), played).map(holds)).toEqual([true, false]);
  });
});

describe("a report of chaos", () => {
  it("keeps the rows of series that were not played again, in their order", () => {
    writeChaos(
      SERIES_NAMES.flatMap((name) => rowsOf(name, resultOf(), played)),
      file,
    );
    const kills = rowsOf("kills", resultOf({ cases: 20, failures: [failureOf(3)] }), played);
    expect(writeChaos(kills, file)).toBe(false);
    expect(readRows("chaos", file).map(({ row, value, holds }) => [row, value, holds])).toEqual([
      ["commits: it holds", 200, true],
      ["kills: it holds", 19, false],
      ["stops: it holds", 200, true],
      ["workers: it holds", 200, true],
      ["decisions: it holds", 200, true],
      ["attacks: it holds", 200, true],
      ["swaps: it holds", 200, true],
      ["forms: it holds", 200, true],
      ["names: it holds", 200, true],
      ["golden: it holds", 200, true],
    ]);
  });
});
