import { integer, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type Plan, TASK_TYPES } from "@/lib/core/plan/schema";
import type { Check } from "@/lib/core/run/events/checks";
import type { PlanCritique } from "@/lib/core/run/events/critique";
import { PLAN_ORIGINS } from "@/lib/core/run/events/mission";
import { FAILURE_CODES } from "@/lib/core/run/events/tasks";
import type { FindingVerdict } from "@/lib/core/run/state";
import { ATTEMPT_OUTCOMES, TASK_STATUSES } from "@/lib/core/run/status";
import type { StoredValue } from "@/lib/core/stored-value";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

/** Each adopted version in full; the events carry only what it changed. */
export const planVersions = pgTable(
  "plan_versions",
  {
    runId: text().notNull(),
    version: integer().notNull(),
    workspaceId: workspaceId(),
    parent: integer(),
    digest: text().notNull(),
    origin: oneOf(PLAN_ORIGINS).notNull(),
    cause: text().notNull(),
    author: text().notNull(),
    title: text().notNull(),
    taskCount: integer().notNull(),
    seq: integer().notNull(),
    adoptedAt: moment().notNull(),
    /** Absent only when the one who offered the version did not send its text. */
    plan: jsonb().$type<Plan>(),
    critique: jsonb().$type<PlanCritique>(),
    /** People's last word on each finding, by its key. */
    verdicts: jsonb().$type<Record<string, FindingVerdict>>().notNull().default({}),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.runId, t.version] })],
);

/** What is found and counted over many runs; all else about a task stands in its run's state. */
export const tasks = pgTable(
  "tasks",
  {
    runId: text().notNull(),
    taskId: text().notNull(),
    workspaceId: workspaceId(),
    position: integer("place").notNull(),
    title: text().notNull(),
    type: oneOf(TASK_TYPES).notNull(),
    agent: text().notNull(),
    lineage: text().notNull(),
    sinceVersion: integer().notNull(),
    status: oneOf(TASK_STATUSES).notNull(),
    attempt: integer().notNull(),
    startedAt: moment(),
    endedAt: moment(),
    result: json().$type<StoredValue>(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.runId, t.taskId] })],
);

/** Attempts that have ended. */
export const attempts = pgTable(
  "attempts",
  {
    runId: text().notNull(),
    taskId: text().notNull(),
    attempt: integer().notNull(),
    workspaceId: workspaceId(),
    startedAt: moment().notNull(),
    endedAt: moment(),
    steps: integer().notNull(),
    outcome: oneOf(ATTEMPT_OUTCOMES),
    code: oneOf(FAILURE_CODES),
    diagnosis: text(),
    /** What the result was held against; null when nothing was asked for. */
    checks: jsonb().$type<Check[]>(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.runId, t.taskId, t.attempt] })],
);
