import { type AttachmentNote, isTable } from "@/lib/core/attachments";
import type { JsonObject } from "@/lib/core/json";
import type { ToolDescriptor } from "../descriptor";
import { createFairSemaphore } from "../semaphore";
import { runSql, type SqlJob } from "./run-child";

const TIME_LIMIT_MS = 20_000;
const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;
/** Each query may take two processors and a gigabyte of memory. Runs take turns. */
const MAX_CONCURRENT_QUERIES = 2;

const withSlot = createFairSemaphore(MAX_CONCURRENT_QUERIES);

/** SQL over the tables of a run, each query in a process of its own (docs/agents.md, "SQL over attachments"). */
export function sqlQueryTool({ timeLimitMs = TIME_LIMIT_MS } = {}): ToolDescriptor {
  return {
    name: "sql_query",
    description:
      "Asks the attached tables (CSV, JSON, NDJSON, Parquet) in SQL (DuckDB): one SELECT, with or without WITH. Each file " +
      "is a table, named in the list of attachments; DESCRIBE <table> lists its columns.",
    tags: ["data", "attachments"],
    sideEffects: "none",
    idempotent: true,
    inputSchema: {
      type: "object",
      properties: {
        sql: { type: "string", minLength: 1, maxLength: 20_000, description: "One SELECT." },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_ROWS,
          description: `Most rows to answer with; ${DEFAULT_ROWS} unless given.`,
        },
      },
      required: ["sql"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        columns: { type: "array" },
        rows: { type: "array" },
        truncated: { type: "boolean", description: "There is more than these rows." },
        unreadable: { type: "object", description: "Files that could not be loaded, and why." },
        notes: {
          type: "object",
          description: "Columns that are text although they look like more, by file.",
        },
      },
      required: ["columns", "rows", "truncated"],
    },
    timeoutMs: 60_000,
    examples: [{ sql: "select region, sum(amount) as total from sales group by region order by total desc" }],
    summarize: ({ sql }) =>
      `Ask the attached tables: ${String(sql).replace(/\s+/g, " ").trim().slice(0, 200)}`,
    async run({ sql, limit }, { attachments, signal, runId, workspaceId }) {
      const tables = tablesIn(attachments.list());
      if (tables.length === 0)
        throw new Error("No table is attached to this run (CSV, JSON, NDJSON, Parquet).");
      const outcome = await withSlot(`${workspaceId}/${runId}`, () =>
        runSql({
          tables,
          signal,
          timeLimitMs,
          read: (name) => attachments.read(name),
          sql: String(sql),
          limit: typeof limit === "number" ? limit : DEFAULT_ROWS,
        }),
      );
      if (!outcome.ok) throw new Error(outcome.message);
      const { unreadable, notes, ...answer } = outcome.answer;
      const isAny = (of: JsonObject) => Object.keys(of).length > 0;
      return { ...answer, ...(isAny(unreadable) && { unreadable }), ...(isAny(notes) && { notes }) };
    },
  };
}

function tablesIn(files: readonly AttachmentNote[]): SqlJob["tables"] {
  return files.flatMap(({ name, kind, table }) =>
    isTable(kind) && table !== undefined ? [{ name, kind, table }] : [],
  );
}
