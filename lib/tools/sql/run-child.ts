import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CancelSignal } from "@/lib/core/ports";
import { runIsolated } from "../isolated";
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
    const tables = await writeFiles(job, folder);
    return await answerOf({ tables, sql, limit, timeLimitMs }, folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One after the other: no more than one file is in memory here. */
async function writeFiles({ tables, read }: SqlJob, folder: string): Promise<TableFile[]> {
  const written: TableFile[] = [];
  for (const table of tables) {
    const content = await read(table.name);
    if (!content) continue;
    const file = `${written.length}.data`;
    await writeFile(join(folder, file), content, { mode: 0o600 });
    written.push({ ...table, file });
  }
  return written;
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
