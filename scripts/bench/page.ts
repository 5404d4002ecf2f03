import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../lib/paths";
import type { Needs } from "./capacity/needs";
import type { Times } from "./peers/measure";
import type { ProfiledParts } from "./profile/parts";
import { type ResultRow, readRows } from "./results";

/** The documents that show figures. */
export const PAGES = ["docs/performance.md", "ARCHITECTURE.md", "README.md"];

const SHOWN_ROWS = [
  ...(["peers", "load", "cluster", "capacity", "profile", "history", "console", "tour"] as const),
];

/** What the page shows of the result files. */
type Shown = {
  rows: Record<(typeof SHOWN_ROWS)[number], ResultRow[]>;
  times: Times;
  needs: Record<string, Needs>;
  parts: ProfiledParts;
};

/** Puts the figures of the result files into the documents that show them. */
export function writePage(): void {
  for (const page of PAGES) writeFileSync(join(projectRoot, page), withFigures(page));
}

/** A document with the figures of the result files between its marks. */
export function withFigures(page: string): string {
  return Object.entries(tablesOf(readShown())).reduce(
    (text, [name, table]) => text.replace(markedPart(name), `$1\n\n${table}\n\n$2`),
    readFileSync(join(projectRoot, page), "utf8"),
  );
}

/** What stands between the marks of a name, which are kept. */
const markedPart = (name: string) => new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end of ${name} -->)`);

function readShown(): Shown {
  const rows = Object.fromEntries(SHOWN_ROWS.map((name) => [name, readRows(name)])) as Shown["rows"];
  return {
    rows,
    times: factOf("peers", "times") as Times,
    needs: factOf("capacity", "needs") as Shown["needs"],
    parts: factOf("profile", "parts") as ProfiledParts,
  };
}

/** What a result file has beside its rows; nothing before it was measured for the first time. */
function factOf(name: string, fact: string): unknown {
  const file = join(projectRoot, "bench/results", `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8"))[fact] ?? {}) : {};
}

/** Markdown tables by the name of their marks. */
function tablesOf({ rows, times, needs, parts }: Shown): Record<string, string> {
  return {
    peers: peersTable(rows.peers),
    times: timesTable(times),
    load: loadTable(rows.load),
    cluster: plainTable(rows.cluster),
    capacity: plainTable(rows.capacity),
    needs: needsTable(needs),
    profile: profileTable(rows.profile, parts),
    history: historyTable(rows.history),
    console: plainTable(rows.console),
    tour: tourSentence(rows.tour),
  };
}

/** How much of the five minutes is waiting. */
function tourSentence([all]: readonly ResultRow[]): string {
  const waited = Math.round(all?.value ?? Number.NaN);
  return `Done step by step in a browser, with *Apply now*, this makes you wait ${waited} seconds; the rest of the five minutes is for reading.`;
}

/** A line for each need, a column for each multiple of the load. */
function needsTable(needs: Shown["needs"]): string {
  const factors = Object.keys(needs);
  return markdown(
    ["", ...factors.map((factor) => `${factor}×`)],
    Object.entries(NEEDS).map(([need, words]) => [
      words,
      ...factors.map((factor) => needs[factor]?.[need as keyof Needs] ?? ""),
    ]),
  );
}

const NEEDS: Record<keyof Needs, string> = {
  tasksPerSecond: "tasks of agents a second",
  commitsPerSecond: "commits a second",
  logGbPerDay: "log of the database, GB a day",
  storedGbPerDay: "tables and indexes, GB a day",
  serverCores: "processors of the database's server",
  workers: "workers",
  connections: "connections",
  noticesPerSecond: "notices delivered a second",
  noticeCores: "of the server's processors, for notices",
  jobs: "rows of the job table",
};

function profileTable(rows: readonly ResultRow[], parts: ProfiledParts): string {
  const line = (name: string, before: number, after: number) => [name, before, after];
  const { figures = {} } = rows[0] ?? {};
  return markdown(
    ["milliseconds a task", "before", "after"],
    [
      ...Object.entries(parts).map(([name, { before, after }]) => line(name, before, after)),
      line("processor time, all in all", figures.cpuMsBefore ?? Number.NaN, figures.cpuMs ?? Number.NaN),
      line("from one end to the next", figures.msBefore ?? Number.NaN, figures.ms ?? Number.NaN),
    ],
  );
}

function plainTable(rows: readonly ResultRow[]): string {
  return markdown(
    ["row", "value", "must be", "holds", "what led to it"],
    rows.map((one) => {
      const { row, value, target, least, figures = {} } = one;
      const led = Object.entries(figures).map(([name, figure]) => `${wordsOf(name)} ${figure}`);
      return [row, value, `at ${least ? "least" : "most"} ${target}`, verdictOf(one), led.join("; ")];
    }),
  );
}

function historyTable(rows: readonly ResultRow[]): string {
  return markdown(
    ["reading", "p95", "at most", "median", "queries", "load", "holds"],
    rows.map((one) => {
      const { row, value, target, figures } = one;
      const { medianMs = "", queries = "", load = one.load ?? "" } = figures ?? {};
      return [
        row.replace(": milliseconds at 95 %", ""),
        value,
        target,
        medianMs,
        queries,
        load,
        verdictOf(one),
      ];
    }),
  );
}

/** The words of a name: `tasksPerSecond` is "tasks per second". */
const wordsOf = (name: string): string =>
  name.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (letters) => ` ${letters.toLowerCase()}`);

function peersTable(rows: readonly ResultRow[]): string {
  return markdown(
    ["row", "ratio", "in single rounds", "at most", "aim", "holds"],
    rows.map((one) => {
      const { row, value, target, aim = "", figures } = one;
      const range = figures?.least === undefined ? "" : `${figures.least} to ${figures.most}`;
      return [row, value, range, target, aim, verdictOf(one)];
    }),
  );
}

function loadTable(rows: readonly ResultRow[]): string {
  return markdown(
    ["row", "value", "tasks a second", "of bare clients", "at least", "aim", "holds"],
    rows.map((one) => {
      const { row, value, target, aim = "", figures } = one;
      const { tasksPerSecond = "", bareTasksPerSecond = "" } = figures ?? {};
      return [row, value, tasksPerSecond, bareTasksPerSecond, target, aim, verdictOf(one)];
    }),
  );
}

/** A column for each graph; what a run waited for a worker that polls stands behind a plus. */
function timesTable(times: Times): string {
  const graphs = Object.keys(times);
  const systems = [...new Set(Object.values(times).flatMap((of) => Object.keys(of)))].sort();
  return markdown(
    ["ms", ...graphs],
    systems.map((system) => [
      system,
      ...graphs.map((graph) => {
        const series = times[graph]?.[system];
        if (!series) return "";
        const { ms, waitedMs = 0 } = series;
        return waitedMs > 0 ? `${Math.round(ms - waitedMs)} + ${Math.round(waitedMs)}` : Math.round(ms);
      }),
    ]),
  );
}

const verdictOf = ({ holds, reason = "no" }: ResultRow): string => (holds ? "yes" : reason);

function markdown(head: string[], lines: (string | number)[][]): string {
  const all = [head, head.map(() => "---"), ...lines];
  return all.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
