import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json } from "@/lib/core/json";
import type { Decision } from "@/lib/core/plan/schema";
import type { ActorRef, Provenance } from "@/lib/core/run/envelope";
import type { Decider, Proposal } from "@/lib/core/run/events/reviews";
import type { Spent } from "@/lib/core/run/spent";
import type { ReplanEntry, ReplanOutcome } from "@/lib/core/run/state";
import type { StoredValue } from "@/lib/core/stored-value";
import { moment, workspaceId } from "./columns";

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
    kind: text().$type<"review" | "gate">().notNull(),
    taskId: text(),
    approvalId: text(),
    planVersion: integer().notNull(),
    proposal: jsonb().$type<Proposal>(),
    proposed: text().$type<Decision>(),
    problem: text(),
    proposedAt: moment(),
    heldUntil: moment(),
    /** The decision of a review, the verb of a gate; absent while a proposal waits. */
    decision: text(),
    reasoning: text(),
    value: jsonb().$type<StoredValue>(),
    provenance: text().$type<Provenance>(),
    decidedBy: jsonb().$type<ActorRef>(),
    decidedAt: moment(),
    decidedSeq: integer(),
    /** Whether the decision is what the model proposed; absent without both. */
    agrees: boolean(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.subject] }),
    index("decisions_by_age").on(t.workspaceId, t.decidedAt),
  ],
);

export const replanHistory = pgTable(
  "replan_history",
  {
    runId: text().notNull(),
    /** Replans and iterations of the summarizer's loop are numbered apart. */
    kind: text().$type<ReplanEntry["kind"]>().notNull().default("replan"),
    number: integer().notNull(),
    workspaceId: workspaceId(),
    trigger: text().$type<ReplanEntry["trigger"]>().notNull(),
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
    renamed: jsonb().$type<{ from: string; to: string; why: string }[]>(),
    /** What was spent on the dropped tail, and on the change itself. */
    sunk: jsonb().$type<Spent>(),
    spent: jsonb().$type<Spent>(),
    status: text().$type<ReplanOutcome>().notNull(),
    failure: text(),
    issues: jsonb().$type<Json>(),
    endedAt: moment(),
    endedSeq: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.kind, t.number] }),
    index("replans_by_age").on(t.workspaceId, t.startedAt.desc().nullsFirst(), t.runId),
  ],
);
