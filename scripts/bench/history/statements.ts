import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import type { Sql } from "postgres";
import { cutText } from "@/lib/core/text";

/** A statement as the server ran it: its text, what it took by the server's own clock, and the plan it went by. */
export type RanStatement = { ms: number; text: string; plan: string[] };

/** As much of a statement, and of a line of its plan, as tells them from others. */
const TEXT_CHARS = 400;
const LINE_CHARS = 140;

/** Settings of a server that can be made to write down the plan of each statement. */
export const EXPLAIN_SETTINGS = {
  session_preload_libraries: "auto_explain",
  log_line_prefix: "@@ ",
};

/** From the next connection of the role on, every statement is written down with its plan, its rows and its pages. */
export async function explainEverything(owner: Sql, role: string): Promise<void> {
  const settings = {
    log_min_duration: "0",
    log_analyze: "on",
    log_buffers: "on",
    log_parameter_max_length: "60",
  };
  for (const [name, value] of Object.entries(settings))
    await owner.unsafe(`alter role ${role} set auto_explain.${name} = '${value}'`);
}

/** What the server has run while the work was done, from its log. */
export async function ranDuring(logFile: string, work: () => Promise<unknown>): Promise<RanStatement[]> {
  const from = sizeOf(logFile);
  await work();
  return readStatements(readFrom(logFile, from));
}

const sizeOf = (file: string): number => readFileSync(file).byteLength;

function readFrom(file: string, from: number): string {
  const handle = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(fstatSync(handle).size - from);
    readSync(handle, buffer, 0, buffer.length, from);
    return buffer.toString("utf8");
  } finally {
    closeSync(handle);
  }
}

/** Entries begin with the prefix; what belongs to one is on the lines behind it, each after a tab. */
function readStatements(log: string): RanStatement[] {
  return log.split("@@ ").flatMap((entry) => {
    const [, ms, rest = ""] = /^LOG: {2}duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(entry) ?? [];
    if (ms === undefined) return [];
    const lines = rest.split("\n").map((line) => line.replace(/^\t/, "").trimEnd());
    const planAt = lines.findIndex((line) => /\(cost=/.test(line));
    const text = lines
      .slice(0, planAt)
      .join(" ")
      .replace(/^Query Text: /, "")
      .replace(/\s+/g, " ")
      .trim();
    const plan = lines.slice(planAt).filter((line) => line !== "");
    return [
      {
        ms: Number(ms),
        text: cutText(text, TEXT_CHARS),
        plan: plan.map((line) => cutText(line, LINE_CHARS)),
      },
    ];
  });
}
