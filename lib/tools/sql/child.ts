// A process of its own, run by Node as it is: imports name their files, and types alone may come from elsewhere.
import { rm } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { openDatabase } from "./database.ts";
import { runQuery } from "./query.ts";
import type { SqlOutcome, SqlRequest } from "./types.ts";

/** DuckDB does not count all it takes against its own limit: one text of 3 GB passes it. */
const MAX_RESIDENT_BYTES = 1024 * 1024 * 1024;
const MEMORY_CHECK_MS = 10;
/** The one who asked ends this process at its time limit; when nobody is left to do so, it ends itself. */
const GRACE_MS = 2_000;

setInterval(() => {
  if (process.memoryUsage.rss() <= MAX_RESIDENT_BYTES) return;
  end({ ok: false, message: "The query was stopped: it needs more memory than it may have." });
}, MEMORY_CHECK_MS).unref();

const { tables, sql, limit, timeLimitMs } = JSON.parse(await text(process.stdin)) as SqlRequest;
setTimeout(() => process.kill(process.pid, "SIGKILL"), timeLimitMs + GRACE_MS).unref();
try {
  const { connection, unreadable, notes } = await openDatabase(process.cwd(), tables);
  await Promise.all(tables.map(({ file }) => rm(file, { force: true })));
  const outcome = await runQuery(connection, sql, limit);
  if (outcome.ok) end({ ok: true, answer: { ...outcome.answer, unreadable, notes } });
  else end({ ok: false, message: outcome.message, unreadable });
} catch (thrown) {
  end({ ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) });
}

/** Ends at once: threads of the database that are still at work are not waited for. */
function end(outcome: SqlOutcome): void {
  process.stdout.write(JSON.stringify(outcome), () => process.kill(process.pid, "SIGKILL"));
}
