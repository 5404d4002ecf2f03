import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { holds, readRows } from "../bench/results";
import { rowOf, rowOfRules, writeRow } from "./report";

const folder = mkdtempSync(join(tmpdir(), "waymark-mutation-report-"));
const file = join(folder, "mutation.json");
afterAll(() => rmSync(folder, { recursive: true }));

const measured = { seed: 7, seconds: 3 };

describe("a report of mutants", () => {
  it("counts what a test noticed, and leaves out what cannot run", () => {
    const statuses = ["Killed", "Killed", "Timeout", "Survived", "NoCoverage", "Ignored", "CompileError"];
    const row = rowOf("review", statuses, measured);
    expect(row).toMatchObject({ row: "mutants of review that a test notices, %", value: 60, target: 85 });
    expect(row.figures).toEqual({ ofCovered: 75, noticed: 3, survived: 1, uncovered: 1 });
    expect(holds(row)).toBe(false);
    expect(row).not.toHaveProperty("seed");
    expect(rowOf("elsewhere", statuses, measured)).toMatchObject({ value: 60, seed: 7 });
  });

  it("keeps the rows of scopes that were not measured again", () => {
    writeRow(rowOf("review", ["Killed"], measured), file);
    writeRow(rowOf("elsewhere", ["Survived"], measured), file);
    writeRow(rowOf("decide", ["Killed"], measured), file);
    writeRow(rowOfRules("door", [{ test: "a.itest.ts: it holds" }, {}], 4), file);
    expect(readRows("mutation", file).map(({ row, value, seed }) => [row, value, seed])).toEqual([
      ["mutants of decide that a test notices, %", 100, undefined],
      ["mutants of review that a test notices, %", 100, undefined],
      ["mutants of elsewhere that a test notices, %", 0, 7],
      ["broken rules that a test through a door notices", 1, undefined],
    ]);
  });
});
