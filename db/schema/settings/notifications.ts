import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  CHANNEL_KINDS,
  type ChannelAddress,
  CONSOLE_EVENTS,
  DELIVERY_STATUSES,
  DIGESTS,
  MESSAGE_TYPES,
  NOTIFICATION_EVENTS,
  type Told,
} from "@/lib/core/notifications";
import { moment, oneOf, wordChecks, workspaceId } from "../columns";
import { workspaceRef } from "../workspaces";

/** Ways in which people outside the console hear of a workspace's runs. */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: text().primaryKey(),
    workspaceId: workspaceRef(),
    name: text().notNull(),
    kind: oneOf(CHANNEL_KINDS).notNull(),
    address: jsonb().$type<ChannelAddress>().notNull(),
    /** Sealed JSON of its key, password or secret address; null of an e-mail server that takes mail without one. */
    secrets: text(),
    events: oneOf(NOTIFICATION_EVENTS).array().notNull(),
    digest: oneOf(DIGESTS).notNull().default("off"),
    enabled: boolean().notNull().default(true),
    /** The id of a person or a key (`key:<id>`), or a role (`role:<name>`); null: everyone's in the workspace. */
    owner: text(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [...wordChecks(t), index("notification_channels_of_workspace").on(t.workspaceId)],
);

/** What the console itself tells a person; without a row what it tells everyone who chose nothing. */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    workspaceId: workspaceId(),
    personId: text().notNull(),
    events: oneOf(CONSOLE_EVENTS).array().notNull(),
  },
  (t) => [...wordChecks(t), primaryKey({ columns: [t.workspaceId, t.personId] })],
);

/** Messages to channels, kept for a month; a drill's message names a run that no table has. */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    /** What receivers tell repeats by. */
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    /** No reference: that a channel is removed must not fail the commit of a run that knew it a moment ago. */
    channelId: text().notNull(),
    type: oneOf(MESSAGE_TYPES).notNull(),
    runId: text(),
    approvalId: text(),
    /** What it tells, as facts. */
    told: jsonb().$type<Told>().notNull(),
    status: oneOf(DELIVERY_STATUSES).notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last try failed, in words. */
    problem: text(),
    createdAt: moment().notNull(),
    nextAttemptAt: moment(),
    endedAt: moment(),
  },
  (t) => [
    ...wordChecks(t),
    index("notification_deliveries_by_age").on(t.workspaceId, t.createdAt, t.id),
    index("notification_deliveries_of_channel").on(t.channelId, t.createdAt),
    index("notification_deliveries_of_run").on(t.runId),
    index("notification_deliveries_held").on(t.channelId, t.createdAt).where(sql`${t.status} = 'held'`),
  ],
);
