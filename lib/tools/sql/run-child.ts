import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableKind } from "@/lib/core/attachments";
import { keepDigits } from "@/lib/core/json";
import { setOwn } from "@/lib/core/own";
import type { CancelSignal } from "@/lib/core/ports";
import { runIsolated } from "../isolated";
import { decodeText } from "../text-encoding";
import type { SqlOutcome, SqlRequest, TableFile } from "./types";

export type SqlJob = {
  tables: Omit<TableFile, "file">[];
  /** The content of a file by its name. */
  read(name: string): Promise<Uint8Array | undefined>;
  sql: string;
  limit: number;
  signal: CancelSignal;
  timeLimitMs: number;
};

/**
 * Runs a query in a process of its own, with an empty environment and a folder that holds the files and goes with it: a
 * query that is out of hand, or breaks the database, ends that process and nothing else. Never rejects for the SQL's
 * sake.
 */
export async function runSql(job: SqlJob): Promise<SqlOutcome> {
  const { sql, limit, timeLimitMs, signal } = job;
  const folder = await mkdtemp(join(tmpdir(), "waymark-sql-"));
  try {
    const { tables, unreadable } = await writeFiles(job, folder);
    const outcome = await answerOf({ tables, sql, limit, timeLimitMs }, folder, signal);
    return withUnreadable(outcome, unreadable);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Written = { tables: TableFile[]; unreadable: Record<string, string> };

/** One after the other: no more than one file is in memory here. */
async function writeFiles({ tables, read }: SqlJob, folder: string): Promise<Written> {
  const written: TableFile[] = [];
  const unreadable: Written["unreadable"] = {};
  for (const table of tables) {
    const content = await read(table.name);
    if (!content) continue;
    const plain = plainTable(table.kind, content);
    if ("problem" in plain) {
      setOwn(unreadable, table.name, plain.problem);
      continue;
    }
    const file = `${written.length}.data`;
    await writeFile(join(folder, file), plain.content, { mode: 0o600 });
    const { delimiter } = plain;
    written.push({ ...table, file, ...(delimiter !== undefined && { delimiter }) });
  }
  return { tables: written, unreadable };
}

/** Excel's own way to say what separates the values of the lines below. */
const SEPARATOR = /^sep=(.)\r?\n/i;

type PlainTable = { content: Uint8Array | string; delimiter?: string } | { problem: string };

/** A table as the database reads it: in UTF-8, without marks. */
function plainTable(kind: TableKind, content: Uint8Array): PlainTable {
  if (kind === "parquet") return { content };
  const read = decodeText(content);
  if ("problem" in read) return read;
  const [line, delimiter] = (kind === "csv" && SEPARATOR.exec(read.text)) || [];
  if (kind !== "csv") return { content: keepDigits(read.text) };
  if (line === undefined || delimiter === undefined) return { content: read.text };
  return { content: read.text.slice(line.length), delimiter };
}

/** The words for the agent say what is no table, also where nothing else could be asked. */
function withUnreadable(outcome: SqlOutcome, more: Written["unreadable"]): SqlOutcome {
  if (outcome.ok)
    return { ok: true, answer: { ...outcome.answer, unreadable: { ...more, ...outcome.answer.unreadable } } };
  const lines = Object.entries({ ...more, ...outcome.unreadable }).map(([name, why]) => `${name}: ${why}`);
  if (lines.length === 0) return outcome;
  return {
    ok: false,
    message: `${outcome.message}\nNo tables, as they could not be read: ${lines.join("; ")}`,
  };
}

async function answerOf(request: SqlRequest, folder: string, signal: CancelSignal): Promise<SqlOutcome> {
  const program = join(import.meta.dirname, "child.ts");
  const { timeLimitMs } = request;
  const run = await runIsolated({ program, folder, input: JSON.stringify(request), signal, timeLimitMs });
  if ("written" in run) return readOutcome(run.written);
  if (run.stopped === "cancelled") return { ok: false, message: "The query was cancelled." };
  const seconds = Math.round(timeLimitMs / 1_000);
  return { ok: false, message: `The query was stopped after ${seconds} s: ask for less.` };
}

function readOutcome(answer: string): SqlOutcome {
  try {
    return JSON.parse(answer) as SqlOutcome;
  } catch {
    return { ok: false, message: "The database broke down over this query. Ask in another way." };
  }
}
