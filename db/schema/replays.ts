import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Json, JsonObject } from "@/lib/core/json";
import { REPLAY_KINDS, REPLAY_STATUSES } from "@/lib/core/replay/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks } from "./columns";
import { workspaceRef } from "./workspaces";

/**
 * Replays of trajectories. They hold what they replay, so that they do not depend on their runs; their jobs are in a
 * queue of their own, and a worker that takes one over continues after its last step.
 */
export const replays = pgTable(
  "replays",
  {
    id: text().primaryKey(),
    workspaceId: workspaceRef(),
    kind: oneOf(REPLAY_KINDS).notNull(),
    status: oneOf(REPLAY_STATUSES).notNull(),
    title: text().notNull(),
    /** The attempt that it was taken from; null where it came as a file, or from several. */
    runId: text(),
    taskId: text(),
    attempt: integer(),
    settings: jsonb().$type<JsonObject>().notNull(),
    /** The recorded trajectories, whole. */
    material: jsonb().$type<Json>().notNull(),
    /** Raised by each worker that takes it: one that lost it writes nothing more. */
    epoch: integer().notNull().default(0),
    doneSteps: integer().notNull().default(0),
    totalSteps: integer().notNull(),
    report: jsonb().$type<JsonObject>(),
    /** Why it failed: a code and its facts. */
    failure: jsonb().$type<JsonObject>(),
    createdBy: jsonb().$type<ActorRef>().notNull(),
    createdAt: moment().notNull().defaultNow(),
    startedAt: moment(),
    /** When a person asked it to end. */
    cancelledAt: moment(),
    finishedAt: moment(),
  },
  (t) => [
    ...wordChecks(t),
    index("replays_by_age").on(t.workspaceId, t.createdAt.desc().nullsFirst(), t.id),
    index("replays_by_run").on(t.workspaceId, t.runId).where(sql`${t.runId} is not null`),
  ],
);

/** What came of each step of a replay, committed before the next begins. `seq` counts within the replay. */
export const replaySteps = pgTable(
  "replay_steps",
  {
    replayId: text()
      .notNull()
      .references(() => replays.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    workspaceId: workspaceRef(),
    /** The step of the trajectory. */
    step: integer().notNull(),
    body: jsonb().$type<Json>().notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.replayId, t.seq] })],
);
