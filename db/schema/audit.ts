import { bigint, boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Json } from "@/lib/core/json";
import { type ActorRef, PROVENANCES } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

/** Append-only: a trigger refuses changes and deletions. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: workspaceId(),
    runId: text(),
    seq: integer(),
    at: moment().notNull(),
    actor: jsonb().$type<ActorRef>().notNull(),
    /** The command's or the event's type. */
    action: text().notNull(),
    subject: text(),
    provenance: oneOf(PROVENANCES),
    commandId: text(),
    /** False for a command that was refused. */
    accepted: boolean().notNull(),
    details: jsonb().$type<Json>(),
  },
  (t) => [
    ...wordChecks(t),
    index("audit_by_age").on(t.workspaceId, t.id),
    index("audit_by_run").on(t.runId, t.id),
  ],
);
