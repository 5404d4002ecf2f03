import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "../lib/paths";
import {
  holds,
  type Measured,
  median,
  type ResultRow,
  readRows,
  replaceRows,
  rowProblem,
  writeRows,
} from "./results";

const committed = join(projectRoot, "bench/results");
const names = readdirSync(committed).map((file) => file.replace(/\.json$/, ""));
/** Of rows that are older nobody knows how busy the machine was. */
const LOAD_KEPT_SINCE = "2026-11-23T16:00:00.000Z";

describe("the committed results", () => {
  it("are those of everything that is measured", () => {
    expect(names).toEqual(expect.arrayContaining(MEASURED));
  });

  it.each(names)("of %s are rows with commit and load, which hold or give their measured reason", (name) => {
    const rows = readRows(name);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
    expect(rows.flatMap((row) => rowProblem(row) ?? []).join()).toBe("");
    const withoutLoad = rows.filter(({ load, at }) => load === null && at > LOAD_KEPT_SINCE);
    expect(withoutLoad).toEqual([]);
  });
});

/** Of what pages ask for: some of each kind. */
const ASKED = [
  ...[
    "list",
    "search for one run",
    "run page",
    "costs of a run",
    "list by who started them",
    "history by tag",
  ],
  ...["runs with a check that caught something", "costs of 30 days", "costs of 90 days", "costs of a year"],
  ...["file of costs of 30 days", "insights of eight weeks", "insights of a year"],
];
const MEASURED = [
  ...["agents", "capacity", "chaos", "cluster", "commits", "effect-window", "growth", "history", "load"],
  ...["mutation", "peers", "plans", "predicates", "profile"],
];

describe("a row", () => {
  const row: ResultRow = {
    ...{ row: "milliseconds", value: 3, target: 2, holds: false, reason: "1 ms is the network" },
    ...{ at: "2026-11-23T08:00:00.000Z", commit: "a".repeat(40), load: 0.5 },
  };

  it.each<[problem: RegExp | undefined, more: Partial<ResultRow>]>([
    [undefined, {}],
    [undefined, { value: 1, holds: true, reason: undefined }],
    [/no measured reason/, { reason: undefined }],
    [/no measured reason/, { reason: "the machine was busy" }],
    [/something else/, { holds: true }],
    [/something else/, { value: 1 }],
  ])("may not be committed: %s", (problem, more) => {
    const found = rowProblem({ ...row, ...more });
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeUndefined();
  });
});

describe("a result file", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-results-"));
  const file = join(folder, "any.json");
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (row: string, value: number): Measured => ({ row, value, target: 5 });

  it("has each row with the time, the commit and the load that it was measured under", () => {
    expect(writeRows("any", [at("a: slow", 9)], { rounds: 3 }, file)).toBe(false);
    const [row] = readRows("any", file);
    expect(row).toMatchObject({ row: "a: slow", value: 9, holds: false });
    expect(row?.commit).toMatch(/^[0-9a-f]{40}/);
    expect(row?.load).toEqual(expect.any(Number));
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ rounds: 3, machine: {} });
  });

  it("keeps rows that were not measured again, and those that nobody measures any more not", () => {
    writeRows("any", [at("a: one", 1), at("b: two", 2), at("c: three", 3)], {}, file);
    replaceRows("any", [at("b: new", 4)], ["b: ", "a: "], file);
    expect(readRows("any", file).map(({ row, value }) => [row, value])).toEqual([
      ["b: new", 4],
      ["a: one", 1],
    ]);
  });

  it("of another form is refused", () => {
    expect(() => readRows("any", join(projectRoot, "package.json"))).toThrow();
  });
});

describe("the history", () => {
  type Statement = { ms: number; text: string; plan: string[] };
  type History = {
    sizes: Record<"runs" | "events", number>;
    long: { events: number };
    measured: Record<string, { queries: number; statements: Statement[] }>;
  };
  const history = JSON.parse(readFileSync(join(committed, "history.json"), "utf8")) as History;

  it("was of full size, and each of its queries stands there with its plan", () => {
    expect(history.sizes.runs).toBe(10_000);
    expect(history.sizes.events).toBeGreaterThanOrEqual(1_000_000);
    expect(history.long.events).toBeGreaterThanOrEqual(10_000);
    const asked = Object.keys(history.measured);
    expect(asked).toEqual(expect.arrayContaining(ASKED));
    for (const { queries, statements } of Object.values(history.measured)) {
      expect(statements).toHaveLength(queries);
      for (const { text, plan } of statements) {
        // The first look at a plan lays it out, and keeps that.
        expect(text).toMatch(/^(select|with|insert into "plan_layouts")/i);
        expect(plan.join()).toMatch(/actual time=[\d.]+/);
      }
    }
  });
});

describe("holds", () => {
  const row = (value: number, more: object = {}): Measured => ({ row: "r", value, target: 2, ...more });

  it.each<[held: boolean, row: Measured]>([
    [true, row(2)],
    [false, row(2.01)],
    [false, row(0)],
    [false, row(Number.NaN)],
    [true, row(2, { least: true })],
    [false, row(1.99, { least: true })],
    [false, row(Number.NaN, { least: true })],
  ])("is %s for %j", (held, measured) => {
    expect(holds(measured)).toBe(held);
  });
});

describe("median", () => {
  it("is the middle one, whatever the order", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([])).toBeNaN();
  });
});
