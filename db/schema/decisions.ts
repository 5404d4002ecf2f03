import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json } from "@/lib/core/json";
import { DECISIONS } from "@/lib/core/plan/schema";
import type { RenameCause } from "@/lib/core/plan/tail-input";
import { type ActorRef, PROVENANCES } from "@/lib/core/run/events/envelope";
import type { Decider, Proposal } from "@/lib/core/run/events/reviews";
import { GATE_VERBS } from "@/lib/core/run/gates/table";
import type { ModelSpend } from "@/lib/core/run/ledger/spend";
import { HISTORY_TRIGGERS, REPLAN_KINDS, REPLAN_OUTCOMES } from "@/lib/core/run/state/replan";
import type { StoredValue } from "@/lib/core/stored-value";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

export const DECISION_KINDS = ["review", "gate"] as const;

/**
 * One row a decision. A review's row keeps the model's proposal beside what was decided; a gate's row names the
 * verb. `subject` is the approval id, or `review:<task>:<attempt>`.
 */
export const decisions = pgTable(
  "decisions",
  {
    runId: text().notNull(),
    subject: text().notNull(),
    workspaceId: workspaceId(),
    kind: oneOf(DECISION_KINDS).notNull(),
    taskId: text(),
    approvalId: text(),
    planVersion: integer().notNull(),
    proposal: jsonb().$type<Proposal>(),
    proposed: oneOf(DECISIONS),
    problem: text(),
    proposedAt: moment(),
    heldUntil: moment(),
    /** The decision of a review, the verb of a gate; absent while a proposal waits. */
    decision: oneOf(GATE_VERBS),
    reasoning: text(),
    value: jsonb().$type<StoredValue>(),
    provenance: oneOf(PROVENANCES),
    decidedBy: jsonb().$type<ActorRef>(),
    decidedAt: moment(),
    decidedSeq: integer(),
    /** Whether a person decided what the model proposed; absent without a proposal, and where no person decided. */
    agrees: boolean(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.subject] }),
    index("decisions_by_age").on(t.workspaceId, t.decidedAt),
  ],
);

export const replanHistory = pgTable(
  "replan_history",
  {
    runId: text().notNull(),
    /** Replans and iterations of the summarizer's loop are numbered apart. */
    kind: oneOf(REPLAN_KINDS).notNull().default("replan"),
    number: integer().notNull(),
    workspaceId: workspaceId(),
    trigger: oneOf(HISTORY_TRIGGERS).notNull(),
    reason: text().notNull(),
    taskId: text(),
    lineage: text(),
    diagnosis: text(),
    output: jsonb().$type<StoredValue>(),
    decidedBy: jsonb().$type<Decider>(),
    startedAt: moment().notNull(),
    startedSeq: integer().notNull(),
    fromVersion: integer().notNull(),
    toVersion: integer(),
    added: integer(),
    removed: integer(),
    changed: integer(),
    kept: integer(),
    renamed: jsonb().$type<{ from: string; to: string; why: RenameCause }[]>(),
    /** What was spent on the dropped tail, and on the change itself. */
    discardedCost: jsonb("discarded_cost").$type<ModelSpend>(),
    spent: jsonb().$type<ModelSpend>(),
    status: oneOf(REPLAN_OUTCOMES).notNull(),
    failure: text(),
    issues: jsonb().$type<Json>(),
    endedAt: moment(),
    endedSeq: integer(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.kind, t.number] }),
    index("replans_by_age").on(t.workspaceId, t.startedAt.desc().nullsFirst(), t.runId),
  ],
);
