import { sql } from "drizzle-orm";
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { CALL_PURPOSES } from "@/lib/core/cost/purpose";
import type { Json, JsonObject } from "@/lib/core/json";
import { CALL_FAILURES, SIDE_EFFECTS } from "@/lib/core/ports";
import { CALL_ROLES, STREAM_ROLES } from "@/lib/core/prompt-blocks";
import { amount, moment, oneOf, wordChecks, workspaceId } from "./columns";

export const TOOL_CALL_STATUSES = ["started", "paused", "finished"] as const;

/** Large values by the digest of their canonical JSON; shared by the runs of a workspace. */
export const blobs = pgTable(
  "blobs",
  {
    workspaceId: workspaceId(),
    digest: text().notNull(),
    bytes: integer().notNull(),
    body: jsonb().$type<Json>().notNull(),
    createdAt: moment().notNull().defaultNow(),
    /** Since when a run that held it is gone; whether another holds it is looked up before it goes. */
    unusedSince: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.digest] }),
    index("blobs_unused").on(t.workspaceId, t.unusedSince).where(sql`${t.unusedSince} is not null`),
  ],
);

export const trajectorySteps = pgTable(
  "trajectory_steps",
  {
    runId: text().notNull(),
    taskId: text().notNull(),
    attempt: integer().notNull(),
    step: integer().notNull(),
    workspaceId: workspaceId(),
    body: json().$type<Json>().notNull(),
    /** The provider's own messages: a request is rebuilt from them after a crash. */
    verbatim: json().$type<Json[]>().notNull(),
    /** What a compression after this step made of the first steps; null where there was none. */
    summary: json().$type<Json>(),
    /** With the first step: query, context and constraints, and the digest of the system text and tools of its requests. */
    start: json().$type<Json>(),
    at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.taskId, t.attempt, t.step] })],
);

/**
 * Text as it arrives: the one table written outside the run store. `chunkNo` counts within the run, on through
 * take-overs; `seq` counts within one stream, which is one request to a model or one stream of a tool call.
 */
export const streamChunks = pgTable(
  "stream_chunks",
  {
    runId: text().notNull(),
    chunkNo: integer().notNull(),
    /** A worker that has lost its lease unawares cannot take a number from the one that has it. */
    epoch: integer().notNull(),
    workspaceId: workspaceId(),
    taskId: text(),
    attempt: integer(),
    step: integer(),
    role: oneOf(STREAM_ROLES).notNull(),
    streamId: text().notNull(),
    seq: integer().notNull(),
    text: text().notNull(),
    done: boolean().notNull(),
    /** The tool call whose output it is, which of its streams, and what the tool says of this piece. */
    callId: text(),
    stream: text(),
    meta: jsonb().$type<JsonObject>(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.runId, t.chunkNo, t.epoch] })],
);

export const toolCalls = pgTable(
  "tool_calls",
  {
    runId: text().notNull(),
    key: text().notNull(),
    workspaceId: workspaceId(),
    idempotencyKey: text().notNull(),
    taskId: text().notNull(),
    attempt: integer().notNull(),
    step: integer().notNull(),
    callId: text().notNull(),
    tool: text().notNull(),
    sideEffects: oneOf(SIDE_EFFECTS).notNull(),
    args: jsonb().$type<Json>().notNull(),
    status: oneOf(TOOL_CALL_STATUSES).notNull(),
    /** Null of a finished one: it failed, and may have changed something all the same. */
    ok: boolean(),
    output: jsonb().$type<Json>(),
    /** The blob of an output that is too large for an agent; `output` then holds what the agent saw of it. */
    artifact: text(),
    error: text(),
    latencyMs: amount(),
    startedAt: moment().notNull(),
    finishedAt: moment(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.key] }),
    index("tool_calls_by_identity").on(t.workspaceId, t.idempotencyKey),
    index("tool_calls_by_task").on(t.runId, t.taskId, t.attempt),
  ],
);

/** One request to a model. Absent figures are unknown, not zero. Triggers tell `cost_days` what changes late. */
export const modelCalls = pgTable(
  "model_calls",
  {
    /** The run that it served; of another purpose, the replay, evaluation, probe or question. */
    runId: text().notNull(),
    callId: text().notNull(),
    workspaceId: workspaceId(),
    purpose: oneOf(CALL_PURPOSES).notNull().default("run"),
    taskId: text(),
    attempt: integer(),
    step: integer(),
    role: oneOf(CALL_ROLES).notNull(),
    model: text().notNull(),
    inputTokens: integer(),
    cachedInputTokens: integer(),
    cacheWriteTokens: integer(),
    outputTokens: integer(),
    reasoningTokens: integer(),
    costMicroUsd: amount(),
    latencyMs: amount().notNull(),
    timeToFirstTokenMs: amount(),
    failure: oneOf(CALL_FAILURES),
    /** Where a fallback model served: the model that was wanted, and how it had failed. */
    wantedModel: text(),
    wantedFailure: oneOf(CALL_FAILURES),
    promptHash: text().notNull(),
    promptVersion: text().notNull(),
    /** The plan version in force when it was made (0 before the first), and the agent of its task. */
    planVersion: integer(),
    agent: text(),
    epoch: integer().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    ...wordChecks(t),
    primaryKey({ columns: [t.runId, t.callId] }),
    index("model_calls_by_age").on(t.workspaceId, t.at),
  ],
);
