import { asDomainError } from "@/lib/core/errors";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunReport } from "@/lib/services/runs/report";
import { closingLines, exitCodeOf, summaryLine } from "./outcome";
import { progressLine, type Titles, titlesAfter } from "./progress";
import { plainLine } from "./text";

/** Where a headless run writes: progress to people, the result to whoever reads standard output. */
export type Terminal = { progress(line: string): void; result(text: string): void };

/** Tells each event as a line of progress; `known` are the titles of tasks of a run that is under way. */
export function printEvents(terminal: Terminal, known: Titles = new Map()): (event: RunEvent) => void {
  let titles = known;
  return (event) => {
    titles = titlesAfter(titles, event);
    const line = progressLine(event, titles);
    if (line !== undefined) terminal.progress(line);
  };
}

/** Writes what a run came to, and gives the exit code. */
export function printReport(terminal: Terminal, report: RunReport, asJson: boolean): number {
  terminal.progress(summaryLine(report));
  if (asJson) {
    for (const line of report.status === "completed" ? [] : closingLines(report)) terminal.progress(line);
    terminal.result(JSON.stringify(report, null, 2));
  } else for (const line of closingLines(report)) terminal.result(line);
  return exitCodeOf(report);
}

/** An expected failure as lines; undefined for a fault, which its caller lets through. */
export function failureLines(thrown: unknown): string[] | undefined {
  const error = asDomainError(thrown);
  if (!error || error.code === "internal") return undefined;
  return [
    plainLine(error.message, 1_000),
    ...issueLines(error.details).map((line) => `  ${plainLine(line, 500)}`),
  ];
}

function issueLines(details: Json | undefined): string[] {
  if (!isJsonObject(details) || !Array.isArray(details.issues) || details.issues.length < 2) return [];
  return details.issues.flatMap((issue) =>
    isJsonObject(issue) && typeof issue.message === "string" ? issue.message : [],
  );
}
