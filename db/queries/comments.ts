import { and, asc, count, eq, getTableColumns, inArray, max, sql } from "drizzle-orm";
import type { PastComment } from "@/lib/core/comments/schema";
import { statusesBefore } from "@/lib/core/comments/words";
import type { ActorRef } from "@/lib/core/run/events/envelope";
import type { Orm, OrmOrTx } from "../client";
import { commentReplies, comments } from "../schema";
import { removeQuestions } from "./comment-questions";
import { nextEvent } from "./next-event";

export type CommentRow = Omit<typeof comments.$inferSelect, "past">;
export type ReplyRow = typeof commentReplies.$inferSelect;
type OfRun = { workspaceId: string; runId: string };
type OfComment = { workspaceId: string; commentId: string };
type NewComment = Omit<typeof comments.$inferInsert, "createdAt" | "since" | "status" | "past">;
type NewReply = Omit<typeof commentReplies.$inferInsert, "createdAt" | "since">;

const now = sql`clock_timestamp()`;
const { past: _past, ...columns } = getTableColumns(comments);

/**
 * What `past` becomes as a comment changes, in SQL: what it was until the event that this expression gives. What it was
 * between two events no moment of the run shows.
 */
export const pastUntil = (event: string): string => `case
  when (comments.past -> -1 ->> 'until')::int = ${event} then comments.past
  else comments.past || jsonb_build_object('until', ${event}, 'text', comments.text, 'label', comments.label,
    'editedAt', floor(extract(epoch from comments.edited_at) * 1000), 'status', comments.status,
    'round', comments.round, 'sentVersion', comments.sent_version,
    'sentAt', floor(extract(epoch from comments.sent_at) * 1000), 'outcome', comments.outcome, 'note', comments.note,
    'change', comments.change, 'answeredVersion', comments.answered_version, 'resolvedBy', comments.resolved_by)
  end`;
const commentsOf = ({ workspaceId, runId }: OfRun) =>
  and(eq(comments.workspaceId, workspaceId), eq(comments.runId, runId));
const theComment = ({ workspaceId, commentId }: OfComment) =>
  and(eq(comments.workspaceId, workspaceId), eq(comments.id, commentId));

/** The comments of a run in the order in which they were made. */
export const readComments = (db: OrmOrTx, of: OfRun): Promise<CommentRow[]> =>
  db.select(columns).from(comments).where(commentsOf(of)).orderBy(asc(comments.createdAt), asc(comments.id));

/** What the comments of a run were before, by their ids. */
export async function readPastComments(db: OrmOrTx, of: OfRun): Promise<Map<string, PastComment[]>> {
  const { id, past } = comments;
  const rows = await db.select({ id, past }).from(comments).where(commentsOf(of));
  return new Map(rows.map((row) => [row.id, row.past]));
}

/** The replies to all comments of a run, oldest first. */
export const readReplies = (db: OrmOrTx, { workspaceId, runId }: OfRun): Promise<ReplyRow[]> =>
  db
    .select()
    .from(commentReplies)
    .where(and(eq(commentReplies.workspaceId, workspaceId), eq(commentReplies.runId, runId)))
    .orderBy(asc(commentReplies.createdAt), asc(commentReplies.id));

export async function readComment(db: OrmOrTx, of: OfComment): Promise<CommentRow | undefined> {
  const [row] = await db.select(columns).from(comments).where(theComment(of));
  return row;
}

/** How many comments a run has, and the number of its last round; 0 before the first. */
export async function countComments(db: OrmOrTx, of: OfRun): Promise<{ comments: number; rounds: number }> {
  const [row] = await db
    .select({ comments: count(), rounds: max(comments.round) })
    .from(comments)
    .where(commentsOf(of));
  return { comments: row?.comments ?? 0, rounds: row?.rounds ?? 0 };
}

export async function countOpenComments(db: OrmOrTx, of: OfRun): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(comments)
    .where(and(commentsOf(of), eq(comments.status, "open"), eq(comments.isQuestion, false)));
  return row?.open ?? 0;
}

export async function countReplies(db: OrmOrTx, { workspaceId, commentId }: OfComment): Promise<number> {
  const [row] = await db
    .select({ replies: count() })
    .from(commentReplies)
    .where(and(eq(commentReplies.workspaceId, workspaceId), eq(commentReplies.commentId, commentId)));
  return row?.replies ?? 0;
}

/** Keeps a new comment; the same one again changes nothing. */
export async function insertComment(tx: Orm, comment: NewComment): Promise<void> {
  await tx
    .insert(comments)
    .values({ ...comment, status: "open", createdAt: now, since: nextEvent(comment.runId) })
    .onConflictDoNothing();
}

export async function insertReply(tx: Orm, reply: NewReply): Promise<void> {
  await tx
    .insert(commentReplies)
    .values({ ...reply, createdAt: now, since: nextEvent(reply.runId) })
    .onConflictDoNothing();
}

/** Whether it could still be changed before this event: what has gone out with a round stays as it was read. */
export async function editComment(
  tx: Orm,
  of: OfComment,
  change: Pick<NewComment, "text" | "label">,
  next: number,
): Promise<boolean> {
  const rows = await tx
    .update(comments)
    .set({ ...change, editedAt: now, past: sql.raw(pastUntil(String(next))) })
    .where(and(theComment(of), eq(comments.status, "open"), eq(comments.isQuestion, false)))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Removes a comment that no round has taken along, with its thread; whether it was one. */
export async function removeComment(tx: Orm, of: OfComment): Promise<boolean> {
  const rows = await tx
    .delete(comments)
    .where(and(theComment(of), sql`${comments.round} is null`))
    .returning({ id: comments.id });
  if (rows.length === 0) return false;
  await removeQuestions(tx, of.commentId);
  await tx.delete(commentReplies).where(eq(commentReplies.commentId, of.commentId));
  return true;
}

/** Takes a comment to a status as a person may, before this event; whether it could go there. */
export async function moveComment(
  tx: Orm,
  of: OfComment,
  to: "resolved" | "open",
  by: ActorRef,
  next: number,
): Promise<boolean> {
  const rows = await tx
    .update(comments)
    .set({ status: to, resolvedBy: to === "resolved" ? by : null, past: sql.raw(pastUntil(String(next))) })
    .where(and(theComment(of), inArray(comments.status, statusesBefore(to, "person"))))
    .returning({ id: comments.id });
  return rows.length > 0;
}
