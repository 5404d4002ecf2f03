import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { type PastQuestion, QUESTION_FAILURES, QUESTION_STATUSES } from "@/lib/core/comments/question";
import type { Anchor, PastComment, PlaceChange } from "@/lib/core/comments/schema";
import { COMMENT_LABEL_NAMES, OUTCOMES, STORED_STATUSES } from "@/lib/core/comments/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import { amount, moment, oneOf, wordChecks, workspaceId } from "./columns";

/** The first event of its run after which it is there: clocks differ, events have one order. */
const since = integer().notNull().default(0);

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
    /** It was asked of a model: no round takes it along. */
    isQuestion: boolean().notNull().default(false),
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
    /** What it was before, one for each event of its run that has seen it so, in order. */
    past: jsonb().$type<PastComment[]>().notNull().default([]),
    createdAt: moment().notNull(),
    since,
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
    since,
  },
  (t) => [index("comment_replies_of_run").on(t.runId, t.createdAt)],
);

/** Questions in threads, each with what a model answered. Its epoch keeps a worker that lost it from writing. */
export const commentQuestions = pgTable(
  "comment_questions",
  {
    id: text().primaryKey(),
    workspaceId: workspaceId(),
    runId: text().notNull(),
    commentId: text().notNull(),
    personId: text().notNull(),
    by: jsonb().$type<ActorRef>().notNull(),
    text: text().notNull(),
    /** The plan version in force when it was asked, or asked again. */
    planVersion: integer().notNull(),
    status: oneOf(QUESTION_STATUSES).notNull(),
    epoch: integer().notNull().default(0),
    /** How many workers have had it since it was asked, or asked again. */
    takes: integer().notNull().default(0),
    /** Until when its worker has it; null while none does. */
    heldUntil: moment(),
    answer: text(),
    model: text(),
    failure: oneOf(QUESTION_FAILURES),
    /** Of all calls that were made for it; the cost is null where one is unknown. */
    costMicroUsd: amount(),
    latencyMs: amount(),
    /** What they count for against the budgets of the run: what is unknown, at worst. */
    countedMicroUsd: amount().notNull().default(0),
    countedTokens: amount().notNull().default(0),
    askedAt: moment().notNull(),
    since,
    endedAt: moment(),
    endedSince: integer(),
    /** Each time that it had no answer and was asked again, in order. */
    past: jsonb().$type<PastQuestion[]>().notNull().default([]),
  },
  (t) => [
    ...wordChecks(t),
    index("comment_questions_of_run").on(t.runId, t.askedAt),
    index("comment_questions_open").on(t.askedAt, t.id).where(sql`${t.endedAt} is null`),
  ],
);
