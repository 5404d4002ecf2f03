import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../lib/paths";
import { holds, type Measured, median, readRows } from "./results";

type Plans = { results: Record<string, number>[]; levelsMs: number; garbageMs: number };
type Agents = Record<"policyCheckMs" | "costRecordMs" | "chunkMs" | "reflectionRatio", number>;

const folder = join(projectRoot, "bench/results");
const kept = <T>(name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as T;

const growth = kept<{ ratio: number }>("growth");
const predicates = kept<{ least: number }>("predicates");
const plans = kept<Plans>("plans");
const agents = kept<Agents>("agents");
type Statement = { ms: number; text: string; plan: string[] };
type History = Record<"slowestP95Ms" | "mostQueries" | "longRunMs", number> & {
  sizes: Record<"runs" | "events", number>;
  long: { events: number };
  measured: Record<string, { queries: number; statements: Statement[] }>;
};
const history = kept<History>("history");
const effectWindow = kept<{ p99Ms: number }>("effect-window");
const slowestActMs = Math.max(
  ...plans.results.flatMap(({ read, readText, validate, critic, diff }) =>
    [read, readText, validate, critic, diff].map((ms) => ms ?? Number.NaN),
  ),
);

it.each<[figure: string, measured: number, most: number]>([
  ["a task of 2 000 takes, over one of 100", growth.ratio, 1.3],
  ["microseconds of a predicate that is parsed once", 1_000_000 / predicates.least, 20],
  ["milliseconds of an act on a plan of 2 000 tasks", slowestActMs, 200],
  ["milliseconds for the levels of 10 000 tasks", plans.levelsMs, 200],
  ["milliseconds until 5 MB of brackets are refused", plans.garbageMs, 5_000],
  ["milliseconds of a policy check", agents.policyCheckMs, 0.1],
  ["milliseconds of a call's record of cost", agents.costRecordMs, 0.1],
  ["milliseconds until a chunk is on its way", agents.chunkMs, 1],
  ["milliseconds from the last look at a lease to the request, at 99 %", effectWindow.p99Ms, 10],
  ["milliseconds of a list, search or page over a year of runs, at 95 %", history.slowestP95Ms, 300],
  ["queries of any of them", history.mostQueries, 6],
  ["milliseconds until a run of 10 000 events is open", history.longRunMs, 1_000],
  ["a run with answer reflection takes, over one without", agents.reflectionRatio, 1.1],
])("%s: %f, at most %f", (_, measured, most) => {
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThanOrEqual(most);
});

it("the history was of full size, and each of its queries stands there with its plan", () => {
  expect(history.sizes.runs).toBe(10_000);
  expect(history.sizes.events).toBeGreaterThanOrEqual(1_000_000);
  expect(history.long.events).toBeGreaterThanOrEqual(10_000);
  const names = Object.keys(history.measured);
  expect(names).toEqual(expect.arrayContaining(["list", "search for one run", "run page", "costs"]));
  for (const { queries, statements } of Object.values(history.measured)) {
    expect(statements).toHaveLength(queries);
    for (const { text, plan } of statements) {
      expect(text).toMatch(/^(select|with)/i);
      expect(plan.join()).toMatch(/actual time=[\d.]+/);
    }
  }
});

describe("a row of a result file", () => {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
  const rows = names.flatMap((name) => readRows(name).map((row) => ({ name, ...row })));
  const measured = rows.filter(({ row }) => row !== undefined);

  it("is there", () => {
    expect(measured.length).toBeGreaterThan(0);
  });

  it.each(measured)("$name: $row holds, or gives its measured reason", (row) => {
    expect(row.holds).toBe(holds(row));
    if (!row.holds) expect(row.reason ?? "").toMatch(/\d/);
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
