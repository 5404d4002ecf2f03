import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { MARK_KINDS, MARK_VERDICTS } from "@/lib/core/marks";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks, workspaceId } from "../columns";

/** What people say afterwards of a decision or an answer: one row for each of them, the last word of each person. */
export const marks = pgTable(
  "marks",
  {
    runId: text().notNull(),
    subject: text().notNull(),
    personId: text().notNull(),
    workspaceId: workspaceId(),
    kind: oneOf(MARK_KINDS).notNull(),
    taskId: text(),
    verdict: oneOf(MARK_VERDICTS).notNull(),
    note: text().notNull(),
    by: jsonb().$type<ActorRef>().notNull(),
    at: moment().notNull(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.runId, t.subject, t.personId] })],
);
