import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, json, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { NO_TASKS, type TaskTotals } from "@/lib/core/run/state/totals";
import { FINISH_REASONS, RUN_PHASES, RUN_STATUSES } from "@/lib/core/run/status";
import type { StoredValue } from "@/lib/core/stored-value";
import { amount, moment, oneOf, wordChecks } from "./columns";
import { workspaceRef } from "./workspaces";

/** `unsupported`: its events are newer than the code. `internal`: it cannot even take the report of a fault. */
export type RunFailure = { code: "unsupported" | "internal"; message: string; atMs: number };

/** Who started a run, as its index has it. */
export const OWNER_ID = sql`(created_by->>'id')`;

/** One row a run: its lock, and what lists and sweeps need. Everything but the marks is a fold of its events. */
export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    workspaceId: workspaceRef(),
    seq: integer().notNull().default(0),
    epoch: integer().notNull().default(0),
    status: oneOf(RUN_STATUSES).notNull(),
    finishReason: oneOf(FINISH_REASONS),
    finishMessage: text(),
    phase: oneOf(RUN_PHASES).notNull(),
    planVersion: integer().notNull().default(0),
    title: text().notNull().default(""),
    mission: text().notNull().default(""),
    tags: text().array().notNull().default(sql`'{}'`),
    createdBy: jsonb().$type<ActorRef>(),
    /** The run that it was forked from, and the last event that they share; null for any other. */
    parentRunId: text(),
    parentSeq: integer(),
    /** The template version that it was started from; null for any other, and for forks. */
    templateId: text(),
    templateVersion: integer(),
    answer: jsonb().$type<StoredValue>(),

    replans: integer().notNull().default(0),
    iterations: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    reviews: integer().notNull().default(0),
    decisions: integer().notNull().default(0),
    modelCalls: integer().notNull().default(0),
    toolCalls: integer().notNull().default(0),
    taskTotals: json().$type<TaskTotals>().notNull().default(NO_TASKS),
    openApprovals: integer().notNull().default(0),
    /** Sums over the run's own model calls whose figure is known, as `modelCalls`; `uncostedCalls` have no cost. */
    inputTokens: bigint({ mode: "number" }).notNull().default(0),
    outputTokens: bigint({ mode: "number" }).notNull().default(0),
    costMicroUsd: amount().notNull().default(0),
    uncostedCalls: integer().notNull().default(0),
    /** What all its calls together may cost, raised limits included; null without a limit. */
    maxCostMicroUsd: amount(),

    createdAt: moment().notNull().defaultNow(),
    startedAt: moment(),
    finishedAt: moment(),
    updatedAt: moment().notNull().defaultNow(),
    /** Mark: no job holds or awaits this run. */
    parked: boolean().notNull().default(true),
    /** Mark: when a parked run wants a look again. */
    wakeAt: moment(),
    /** Mark: why no worker of this installation can move the run; gone with its next commit. */
    failure: jsonb().$type<RunFailure>(),
    /** Mark: when its live text, and when its call payloads were removed under retention. */
    liveTextPurgedAt: moment(),
    payloadsPurgedAt: moment(),
  },
  (t) => [
    ...wordChecks(t),
    // Descending with nulls first is what a plain `order by … desc` asks for.
    index("runs_by_status").on(t.workspaceId, t.status, t.createdAt.desc().nullsFirst(), t.id),
    index("runs_by_end")
      .on(t.workspaceId, t.status, t.finishedAt.desc().nullsFirst(), t.id)
      .where(sql`${t.finishedAt} is not null`),
    index("runs_by_owner").on(t.workspaceId, OWNER_ID, t.createdAt.desc().nullsFirst(), t.id),
    index("runs_by_age").on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id),
    index("runs_with_gates")
      .on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql`${t.openApprovals} > 0`),
    index("runs_by_tag").using("gin", t.tags),
    /** Finds parts of a mission; the store may lack it where pg_trgm cannot be had. */
    index("runs_by_mission").using("gin", t.mission.op("gin_trgm_ops")),
    index("runs_by_parent").on(t.workspaceId, t.parentRunId).where(sql`${t.parentRunId} is not null`),
    index("runs_by_template")
      .on(t.workspaceId, t.templateId, t.templateVersion)
      .where(sql`${t.templateId} is not null`),
    index("runs_to_wake").on(t.wakeAt).where(sql`${t.wakeAt} is not null`),
    index("runs_not_parked").on(t.id).where(sql`not ${t.parked}`),
    // In each the oldest that may be due comes first.
    index("runs_finished").on(t.workspaceId, t.finishedAt).where(sql`${t.finishedAt} is not null`),
    index("runs_with_payloads")
      .on(t.workspaceId, t.finishedAt)
      .where(sql`${t.finishedAt} is not null and ${t.payloadsPurgedAt} is null`),
    index("runs_with_live_text")
      .on(t.workspaceId, t.finishedAt)
      .where(sql`${t.finishedAt} is not null and ${t.liveTextPurgedAt} is null`),
    index("runs_with_failure").on(t.workspaceId).where(sql`${t.failure} is not null`),
  ],
);
