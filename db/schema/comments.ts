import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Anchor, PlaceChange } from "@/lib/core/comments/schema";
import { COMMENT_LABEL_NAMES, OUTCOMES, STORED_STATUSES } from "@/lib/core/comments/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { moment, oneOf, wordChecks, workspaceId } from "./columns";

/** What people say of a plan, each at its place: the head of a thread, and what has become of it. */
export const comments = pgTable(
  "comments",
  {
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    runId: text().notNull(),
    personId: text().notNull(),
    by: jsonb().$type<ActorRef>().notNull(),
    anchor: jsonb().$type<Anchor>().notNull(),
    label: oneOf(COMMENT_LABEL_NAMES),
    text: text().notNull(),
    status: oneOf(STORED_STATUSES).notNull(),
    /** The last round that it was sent with, about which version, and when. */
    round: integer(),
    sentVersion: integer(),
    sentAt: moment(),
    /** What came back, in which version, and what that shows where the comment is anchored. */
    outcome: oneOf(OUTCOMES),
    note: text(),
    change: jsonb().$type<PlaceChange>(),
    answeredVersion: integer(),
    resolvedBy: jsonb().$type<ActorRef>(),
    createdAt: moment().notNull(),
    editedAt: moment(),
  },
  (t) => [...wordChecks(t), index("comments_of_run").on(t.runId, t.createdAt)],
);

export const commentReplies = pgTable(
  "comment_replies",
  {
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    runId: text().notNull(),
    commentId: text().notNull(),
    personId: text().notNull(),
    by: jsonb().$type<ActorRef>().notNull(),
    text: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [index("comment_replies_of_run").on(t.runId, t.createdAt)],
);
