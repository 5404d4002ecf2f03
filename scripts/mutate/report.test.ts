import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { holds, readReport, rowOf, writeRow } from "./report";

const folder = mkdtempSync(join(tmpdir(), "waymark-mutation-report-"));
const file = join(folder, "mutation.json");
afterAll(() => rmSync(folder, { recursive: true }));

const measured = { seed: 7, seconds: 3 };

describe("the committed report of mutants", () => {
  it("has rows that hold or give a measured reason", () => {
    const rows = readReport()?.rows ?? [];
    expect(rows.filter((row) => !holds(row) && !row.reason?.trim())).toEqual([]);
  });
});

describe("a report of mutants", () => {
  it("counts what a test noticed, and leaves out what cannot run", () => {
    const statuses = ["Killed", "Killed", "Timeout", "Survived", "NoCoverage", "Ignored", "CompileError"];
    const row = rowOf("review", statuses, measured);
    expect(row).toMatchObject({ score: 60, ofCovered: 75, noticed: 3, survived: 1, uncovered: 1 });
    expect(row).toMatchObject({ atLeast: 85 });
    expect(holds(row)).toBe(false);
    expect(row).not.toHaveProperty("seed");
    expect(rowOf("elsewhere", statuses, measured)).toMatchObject({ score: 60, ofCovered: 75, seed: 7 });
  });

  it("keeps the rows of scopes that were not measured again", () => {
    writeRow(rowOf("review", ["Killed"], measured), file);
    writeRow(rowOf("elsewhere", ["Survived"], measured), file);
    writeRow(rowOf("decide", ["Killed"], measured), file);
    expect(readReport(file)?.rows.map(({ scope, score, seed }) => [scope, score, seed])).toEqual([
      ["decide", 100, undefined],
      ["review", 100, undefined],
      ["elsewhere", 0, 7],
    ]);
  });
});
