import { writeSync } from "node:fs";
import { describeEvent } from "@/lib/core/describe/events";
import { asDomainError } from "@/lib/core/errors";
import { isJsonObject, type Json } from "@/lib/core/json";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunReport } from "@/lib/services/runs/exports/report";
import { closingLines, exitCodeOf, summaryLine } from "./final-report";
import { plainLine } from "./text";

/** Progress on standard error, results on standard output; written at once, so that ending loses nothing. */
export const standardTerminal: Terminal = {
  progress: (line) => writeAll(2, `${line}\n`),
  result: (text) => writeAll(1, `${text}\n`),
};

/** What lines need to know of earlier events: the titles of tasks by id. */
type Titles = ReadonlyMap<string, string>;

/** Where a headless run writes: progress to people, the result to the one who reads standard output. */
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

/** The line that tells a person of one event, or undefined for an event that only the engine cares about. */
export function progressLine(event: RunEvent, titles: Titles): string | undefined {
  const task = (taskId: string) => plainLine(titles.get(taskId) ?? taskId, 80);
  const described = describeEvent(event, {
    task,
    gate: (approvalId) => approvalId,
    attempt: (_taskId, attempt) => attempt,
    isOpen: () => false,
  });
  return described && `${described.word.padEnd(10)}${plainLine(described.text, 240)}`;
}

/** The titles after this event; only a plan version changes them. */
export function titlesAfter(titles: Titles, event: RunEvent): Titles {
  if (event.type !== "plan_version_adopted") return titles;
  return new Map([...titles, ...event.payload.patch.tasks.map((task) => [task.id, task.title] as const)]);
}

/** A pipe takes what it has room for and refuses the rest for the moment: the rest is offered again. */
function writeAll(descriptor: number, text: string): void {
  let rest = Buffer.from(text, "utf8");
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
    }
  }
}
