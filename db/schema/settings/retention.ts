import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { RETENTION_KINDS } from "@/lib/core/retention";
import { moment, oneOf, wordChecks, workspaceId } from "../columns";
import { workspaceRef } from "../workspaces";

/** How long a workspace keeps what; a kind without a row is kept as long as the defaults say. */
export const retentionSettings = pgTable(
  "retention_settings",
  {
    workspaceId: workspaceRef(),
    kind: oneOf(RETENTION_KINDS).notNull(),
    /** Null: for ever. */
    keepDays: integer(),
    updatedAt: moment().notNull().defaultNow(),
    updatedBy: text().notNull(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.kind] })],
);

/** What has been removed of each kind. Every batch counts here in its own transaction, so that no kill loses a count. */
export const retentionProgress = pgTable(
  "retention_progress",
  {
    workspaceId: workspaceRef(),
    kind: oneOf(RETENTION_KINDS).notNull(),
    /** When nothing more of it was due. */
    checkedAt: moment(),
    /** When something of it was last removed, and how many rows that were in all. */
    purgedAt: moment(),
    removed: bigint({ mode: "number" }).notNull().default(0),
    /** Rows that no line of the audit log counts yet. */
    unreported: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.kind] })],
);

/**
 * Removals from runs: begun with the row, continued while it is open. Of a whole run the row stays, so that its address
 * says what became of it.
 */
export const purges = pgTable(
  "purges",
  {
    runId: text().notNull(),
    kind: oneOf(RETENTION_KINDS).notNull(),
    workspaceId: workspaceId(),
    purgedAt: moment().notNull(),
    open: boolean().notNull(),
    /** A person deleted it: its values go at once, without the days of retention. */
    byPerson: boolean().notNull().default(false),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.kind] }),
    index("purges_open").on(t.workspaceId, t.runId).where(sql`${t.open}`),
  ],
);

export const BLOB_USES = ["state", "payload"] as const;

/**
 * Which runs hold a blob. `payload`: as a prompt, or the output of a tool call alone, which may go before the run does;
 * `state`: in events, which need it as long as there is the run.
 */
export const blobUses = pgTable(
  "blob_uses",
  {
    runId: text().notNull(),
    digest: text().notNull(),
    use: oneOf(BLOB_USES).notNull(),
    workspaceId: workspaceId(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.use, t.digest] }),
    index("blob_uses_by_digest").on(t.workspaceId, t.digest),
  ],
);
