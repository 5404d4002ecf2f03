import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { projectRoot } from "../lib/paths";
import { PAGES, withFigures } from "./page";
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
  ...["agents", "capacity", "chaos", "cluster", "commits", "console", "effect-window", "growth", "history"],
  ...["load", "mutation", "peers", "plans", "predicates", "profile", "tour"],
];

/** What Waymark means to hold, each row with its target (docs/performance.md): none is dropped, none is moved. */
const TARGETS: Record<string, Record<string, number>> = {
  commits: {
    "transactions that write, a task of a chain, agent": 1.3,
    "bytes of log, a task of a chain, agent": 6_144,
    "transactions that write, a task of a chain, direct": 0.5,
  },
  peers: {
    "chain of 100, direct, over LangGraph.js": 0.6,
    "fan of 100, direct, over LangGraph.js": 0.45,
    "layered 200, direct, over LangGraph.js": 0.35,
    "chain of 100, agent, over LangGraph.js": 0.9,
    "fan of 100, agent, over LangGraph.js": 0.6,
    "layered 200, agent, over LangGraph.js": 0.45,
    "chain of 100, direct, over DBOS": 0.6,
    "chain of 100, direct, over Restate": 1.3,
    "fan of 100, direct, over Restate": 1.5,
    "chain of 100, outputs of 16 KB, direct, over LangGraph.js": 0.2,
    "chain of 100, outputs of 16 KB, direct, bytes written, over LangGraph.js": 0.2,
    "layered 200, lognormal times, makespan over its lower bound": 1.08,
  },
  load: {
    "100 runs of a fan of 20 on one worker, tasks a second over bare clients with the same statements": 0.4,
    "100 runs of a chain of 20 on one worker, tasks a second over bare clients with the same statements": 0.4,
    "runs with a plan of 20 tasks that one process creates a second": 150,
  },
  cluster: {
    "100 runs of a fan of 20, tasks a CPU second of four workers and two web processes, over those of one each": 0.8,
    "100 runs of a chain of 20, tasks a CPU second of four workers and two web processes, over those of one each": 0.8,
    "100 equal runs of a fan of 20 with models that wait for four workers, the last end over the middle one": 1.5,
    "100 equal runs of a chain of 20 with models that wait for four workers, the last end over the middle one": 1.5,
    "20 runs of 5 programs behind 8 of 1000, the last short end over the end of all": 0.25,
    "tasks done exactly once while four workers and two web processes are restarted in turn, over all": 1,
  },
  history: {
    "list: milliseconds at 95 %": 300,
    "search for one run: milliseconds at 95 %": 300,
    "run page: milliseconds at 95 %": 300,
    "costs of a year: milliseconds at 95 %": 300,
    "queries of any of them that is not read in parts": 6,
    "milliseconds until a run of 10 000 events is open": 1_000,
  },
  console: {
    "ms until the graph of 3 tasks is visible, in a browser that has nothing cached": 1_000,
    "ms until the graph of 300 tasks is visible, in a browser that has nothing cached": 1_000,
    "ms until the graph of 1000 tasks is visible, in a browser that has nothing cached": 2_000,
    "ms until the graph of 300 tasks is visible to who opens it the moment it was created": 1_000,
    "ms until the graph of 1000 tasks is visible to who opens it the moment it was created": 2_000,
    "ms until the graph of a run of 10 000 events is visible, in a browser that has nothing cached": 1_000,
    "bytes of the HTML of a run of 2 000 tasks": 300_000,
    "bytes of the state that follows the HTML of 2 000 tasks": 1_048_576,
    "elements of the graph of 1 000 tasks in the document at far zoom": 300,
    "ms of the longest main-thread task of a pan over 1 000 tasks at far zoom, p95": 50,
    "ms of the longest main-thread task of a pan over 1 000 tasks at near zoom, p95": 50,
    "ms of the longest main-thread task of a step through the events of 1 000 tasks, p95": 50,
    "ms until a pasted plan of 1 000 tasks is read and checked": 1_000,
    "ms until the tasks of that plan have their final places": 2_000,
    "ms from the commit of an event to 500 watchers at 50 events a second, p95": 50,
    "ms from the commit of an event to the frame that shows it, p95": 150,
  },
  tour: {
    "seconds of waiting in the tour of five minutes, with Apply now": 90,
    "seconds from the start of its sample to a plan": 10,
    "seconds from the start of its sample to the gate before production, with Apply now": 45,
  },
};

describe("the targets", () => {
  it.each(Object.entries(TARGETS))("of %s are all measured, as they are set", (name, targets) => {
    const measured = new Map(readRows(name).map(({ row, target }) => [row, target]));
    expect(Object.fromEntries(Object.keys(targets).map((row) => [row, measured.get(row)]))).toEqual(targets);
  });
});

describe("the documents", () => {
  it.each(PAGES)("show the figures of the result files: %s", (page) => {
    expect(withFigures(page)).toBe(readFileSync(join(projectRoot, page), "utf8"));
  });
});

describe("a row", () => {
  const row: ResultRow = {
    row: "milliseconds",
    value: 3,
    target: 2,
    holds: false,
    reason: "1 ms is the network",
    at: "2026-11-23T08:00:00.000Z",
    commit: "a".repeat(40),
    load: 0.5,
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
  type History = {
    rows: { row: string }[];
    sizes: Record<"runs" | "events", number>;
    long: { events: number };
  };
  const history = JSON.parse(readFileSync(join(committed, "history.json"), "utf8")) as History;

  it("was of full size, and asked what pages ask", () => {
    expect(history.sizes.runs).toBe(10_000);
    expect(history.sizes.events).toBeGreaterThanOrEqual(1_000_000);
    expect(history.long.events).toBeGreaterThanOrEqual(10_000);
    const asked = history.rows.map(({ row }) => row.replace(/: milliseconds at 95 %$/, ""));
    expect(asked).toEqual(expect.arrayContaining(ASKED));
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
