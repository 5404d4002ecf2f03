import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { EXPORT_OUTCOMES } from "@/lib/core/data/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

/** Downloads of all that a workspace has: how far each has come, written now and then while it is sent. */
export const dataExports = pgTable(
  "data_exports",
  {
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    by: jsonb().$type<ActorRef>().notNull(),
    startedAt: moment().notNull().defaultNow(),
    seenAt: moment().notNull().defaultNow(),
    /** Lists of the file that are sent, and how many it will have. */
    doneLists: integer().notNull().default(0),
    lists: integer().notNull(),
    rows: bigint({ mode: "number" }).notNull().default(0),
    /** Before they are compressed. */
    bytes: bigint({ mode: "number" }).notNull().default(0),
    /** Null until it has ended, and where its process was lost. */
    outcome: oneOf(EXPORT_OUTCOMES),
  },
  (t) => [...wordChecks(t), index("data_exports_by_age").on(t.workspaceId, t.startedAt)],
);
