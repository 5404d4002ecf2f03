import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../lib/paths";
import type { Times } from "./peers/measure";
import { type ResultRow, readRows } from "./results";

const PAGE = join(projectRoot, "docs/performance.md");

/** What the page shows of the result files. */
export type Shown = { peers: ResultRow[]; load: ResultRow[]; times: Times };

/** Puts the figures of the result files into docs/performance.md, between its marks. */
export function writePage(): void {
  const page = Object.entries(tablesOf(readShown())).reduce(
    (text, [name, table]) => text.replace(markedPart(name), `$1\n\n${table}\n\n$2`),
    readFileSync(PAGE, "utf8"),
  );
  writeFileSync(PAGE, page);
}

/** What stands between the marks of a name, which are kept. */
const markedPart = (name: string) => new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end of ${name} -->)`);

export function readShown(): Shown {
  const file = join(projectRoot, "bench/results/peers.json");
  const { times } = JSON.parse(readFileSync(file, "utf8")) as { times: Times };
  return { peers: readRows("peers"), load: readRows("load"), times };
}

/** Markdown tables by the name of their marks. */
export function tablesOf({ peers, load, times }: Shown): Record<string, string> {
  return { peers: peersTable(peers), times: timesTable(times), load: loadTable(load) };
}

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
