import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { TIMEOUT_ANSWERS } from "@/lib/core/plan/words";
import { APPROVAL_STATUSES } from "@/lib/core/run/events/approvals";
import { type ActorRef, PROVENANCES } from "@/lib/core/run/events/envelope";
import { APPROVAL_KINDS, GATE_VERBS } from "@/lib/core/run/gates/table";
import type { GateTerms } from "@/lib/core/run/gates/terms";
import type { StoredValue } from "@/lib/core/stored-value";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";
import { runs } from "./runs";

/** Questions to people: a projection, the claim is the lock of the run's row. */
export const approvals = pgTable(
  "approvals",
  {
    id: text().primaryKey(),
    runId: text()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    workspaceId: workspaceId(),
    kind: oneOf(APPROVAL_KINDS).notNull(),
    taskId: text(),
    planVersion: integer().notNull(),
    digest: text().notNull(),
    prompt: text().notNull(),
    shown: jsonb().$type<StoredValue>(),
    verbs: oneOf(GATE_VERBS).array().notNull(),
    assignees: text().array().notNull(),
    deadlineAt: moment(),
    onTimeout: oneOf(TIMEOUT_ANSWERS),
    /** What binds the answers; absent in rows older than it. */
    terms: jsonb().$type<GateTerms>(),
    subject: jsonb().$type<Record<string, string | number>>(),
    status: oneOf(APPROVAL_STATUSES).notNull(),
    openedAt: moment().notNull(),
    openedSeq: integer().notNull(),
    decidedAt: moment(),
    decidedBy: jsonb().$type<ActorRef>(),
    verb: oneOf(GATE_VERBS),
    comment: text(),
    provenance: oneOf(PROVENANCES),
  },
  (t) => [
    ...wordChecks(t),
    index("approvals_open").on(t.workspaceId, t.openedAt).where(sql`${t.status} = 'open'`),
    index("approvals_closed")
      .on(t.workspaceId, t.openedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.status} <> 'open'`),
    index("approvals_due").on(t.deadlineAt).where(sql`${t.status} = 'open' and ${t.deadlineAt} is not null`),
    index("approvals_by_run").on(t.runId, t.openedSeq),
  ],
);
