import { sql } from "drizzle-orm";
import { index, integer, json, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { CommandReply } from "@/lib/core/run/commands";
import type { EventType, RunEvent } from "@/lib/core/run/events";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, workspaceId } from "./columns";

/**
 * The truth of a run: append-only, numbered without gaps. Foreign keys are left out where every commit writes, and JSON is
 * kept as the text that it came as (`json`), which is shorter and is read whole.
 */
export const runEvents = pgTable(
  "run_events",
  {
    runId: text().notNull(),
    seq: integer().notNull(),
    workspaceId: workspaceId(),
    type: text().$type<EventType>().notNull(),
    v: integer().notNull(),
    at: moment().notNull(),
    actor: json().$type<ActorRef>().notNull(),
    commandId: text().notNull(),
    causeSeq: integer(),
    planVersion: integer().notNull(),
    epoch: integer(),
    effect: text(),
    payload: json().$type<RunEvent["payload"]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.seq] }),
    /** What a run was offered: few of its events, which are read while a change of its plan is written again. */
    index("run_events_offers").on(t.runId).where(sql`${t.type} = 'plan_version_offered'`),
  ],
);

/** What each command was answered: the same id again gets the same reply. */
export const runCommands = pgTable(
  "run_commands",
  {
    runId: text().notNull(),
    commandId: text().notNull(),
    workspaceId: workspaceId(),
    type: text().notNull(),
    /** Of the request that it came from; null where repeats are not held against it. */
    inputDigest: text(),
    at: moment().notNull(),
    reply: jsonb().$type<CommandReply>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.commandId] })],
);

/** Folded states that spare a cold load the early events; disposable, and only good for their reducer version. */
export const runSnapshots = pgTable(
  "run_snapshots",
  {
    runId: text().notNull(),
    reducerVersion: integer().notNull(),
    seq: integer().notNull(),
    workspaceId: workspaceId(),
    /** `json`, not `jsonb`: the order of keys is part of the state. */
    state: json().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.reducerVersion] })],
);
