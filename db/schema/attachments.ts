import { foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, moment, workspaceId } from "./columns";

/** Files that people gave. One that no run has taken is kept until `keptUntil`. */
export const attachments = pgTable(
  "attachments",
  {
    workspaceId: workspaceId(),
    id: text().notNull(),
    name: text().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    digest: text().notNull(),
    /** The first lines of a file of text. */
    preview: text().notNull(),
    /** Whole: TOAST keeps it away from the row, and nobody reads a part of it. */
    content: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
    keptUntil: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index("attachments_by_age").on(t.keptUntil)],
);

/** Which runs have which files; a fork has those of its parent. */
export const runAttachments = pgTable(
  "run_attachments",
  {
    runId: text().notNull(),
    attachmentId: text().notNull(),
    workspaceId: workspaceId(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.attachmentId] }),
    index("run_attachments_by_file").on(t.workspaceId, t.attachmentId),
    foreignKey({
      name: "run_attachments_file",
      columns: [t.workspaceId, t.attachmentId],
      foreignColumns: [attachments.workspaceId, attachments.id],
    }),
  ],
);
