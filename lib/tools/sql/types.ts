import type { TableKind } from "@/lib/core/attachments";
import type { Json, JsonObject } from "@/lib/core/json";

/** What a query is asked of: a file that was written to a folder of its own, and what its table is called. */
export type TableFile = {
  file: string;
  name: string;
  kind: TableKind;
  table: string;
  /** What stands between the values of a CSV, where the file says so itself. */
  delimiter?: string;
};

export type SqlRequest = {
  tables: TableFile[];
  sql: string;
  /** Most rows of the answer. */
  limit: number;
  timeLimitMs: number;
};

export type SqlResult = {
  columns: { name: string; type: string }[];
  rows: { [column: string]: Json }[];
  /** There is more than fits: rows beyond the limit or the size, or the ends of long texts. */
  truncated: boolean;
  /** What could not be loaded, by the name of the file. */
  unreadable: JsonObject;
  /** What of a file is text although it looks like more, by the name of the file. */
  notes: JsonObject;
};

/** The words of an error are for the agent that wrote the SQL. */
export type SqlOutcome =
  | { ok: true; answer: SqlResult }
  | { ok: false; message: string; unreadable?: JsonObject };
