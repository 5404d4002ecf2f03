import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { QuestionFailure } from "@/lib/core/comments/question";
import type { Orm, OrmOrTx } from "../client";
import { commentQuestions } from "../schema";
import { nextEvent } from "./next-event";

export type QuestionRow = typeof commentQuestions.$inferSelect;
type OfRun = { workspaceId: string; runId: string };
type OfQuestion = { workspaceId: string; questionId: string };
type NewQuestion = Pick<
  QuestionRow,
  "id" | "workspaceId" | "runId" | "commentId" | "personId" | "by" | "text" | "planVersion"
>;

const now = sql`clock_timestamp()`;
const questionsOf = ({ workspaceId, runId }: OfRun) =>
  and(eq(commentQuestions.workspaceId, workspaceId), eq(commentQuestions.runId, runId));
const theQuestion = ({ workspaceId, questionId }: OfQuestion) =>
  and(eq(commentQuestions.workspaceId, workspaceId), eq(commentQuestions.id, questionId));

/** What is left of a question that was removed, and has taken what nothing else counts. */
const REMOVED = "";

/** The questions about a run's plan, oldest first. */
export const readQuestions = (db: OrmOrTx, of: OfRun): Promise<QuestionRow[]> =>
  db
    .select()
    .from(commentQuestions)
    .where(and(questionsOf(of), ne(commentQuestions.text, REMOVED)))
    .orderBy(asc(commentQuestions.askedAt), asc(commentQuestions.id));

export async function readQuestion(db: OrmOrTx, of: OfQuestion): Promise<QuestionRow | undefined> {
  const [row] = await db.select().from(commentQuestions).where(theQuestion(of));
  return row;
}

/**
 * How many questions a run has, those without an end, and what all took that the ledger of their run has not counted, removed
 * ones with them.
 */
export async function countQuestions(db: OrmOrTx, of: OfRun) {
  const { text, endedAt, countedTokens, countedMicroUsd } = commentQuestions;
  const [row] = await db
    .select({
      questions: sql<number>`count(*) filter (where ${text} <> ${REMOVED})::int`,
      open: sql<number>`count(*) filter (where ${endedAt} is null)::int`,
      tokens: sql<number>`coalesce(sum(${countedTokens}), 0)::float8`,
      costMicroUsd: sql<number>`coalesce(sum(${countedMicroUsd}), 0)::float8`,
    })
    .from(commentQuestions)
    .where(questionsOf(of));
  return row ?? { questions: 0, open: 0, tokens: 0, costMicroUsd: 0 };
}

/** Keeps a question for the workers; the same one again changes nothing. */
export async function insertQuestion(tx: Orm, question: NewQuestion): Promise<void> {
  await tx
    .insert(commentQuestions)
    .values({ ...question, status: "waiting", askedAt: now, since: nextEvent(question.runId) })
    .onConflictDoNothing();
}

/** Lets a question be asked again that had no answer, which is kept with it; whether it was one. */
export async function reopenQuestion(tx: Orm, of: OfQuestion, planVersion: number): Promise<boolean> {
  const { runId, past, failure, endedSince } = commentQuestions;
  const rows = await tx
    .update(commentQuestions)
    .set({
      status: "waiting",
      planVersion,
      takes: 0,
      heldUntil: null,
      failure: null,
      endedAt: null,
      endedSince: null,
      past: sql`${past} || jsonb_build_object('until', (select seq + 1 from runs where runs.id = ${runId}),
        'failure', ${failure}, 'planVersion', ${commentQuestions.planVersion}, 'endedSince', ${endedSince})`,
    })
    .where(and(theQuestion(of), eq(commentQuestions.status, "failed")))
    .returning({ id: commentQuestions.id });
  return rows.length > 0;
}

/**
 * Removes the questions of a thread. One that has taken what its run cannot count, or that a worker still asks, stays without
 * its words: what it took, or will have, keeps counting.
 */
export async function removeQuestions(tx: Orm, commentId: string): Promise<void> {
  const { status, countedTokens, countedMicroUsd, endedAt } = commentQuestions;
  const ofThread = eq(commentQuestions.commentId, commentId);
  const isFree = sql`${status} <> 'asking' and ${countedTokens} = 0 and ${countedMicroUsd} = 0`;
  await tx.delete(commentQuestions).where(and(ofThread, isFree));
  await tx
    .update(commentQuestions)
    .set({
      text: REMOVED,
      answer: null,
      past: [],
      status: sql`case ${status} when 'waiting' then 'failed' else ${status} end`,
      endedAt: sql`case ${status} when 'waiting' then ${now} else ${endedAt} end`,
    })
    .where(ofThread);
}

/** A question as the worker that took it sees it. */
export type HeldQuestion = Pick<
  QuestionRow,
  "id" | "workspaceId" | "runId" | "commentId" | "text" | "epoch" | "takes"
>;

/** Takes the question that has waited longest, also one whose worker was lost; undefined where none waits. */
export async function takeQuestion(sql: Sql, holdMs: number): Promise<HeldQuestion | undefined> {
  const [row] = await sql<HeldQuestion[]>`
    update comment_questions set status = 'asking', epoch = epoch + 1, takes = takes + 1, held_until = ${after(sql, holdMs)}
    where id = (
      select id from comment_questions
      where ended_at is null and (held_until is null or held_until < clock_timestamp())
      order by asked_at, id limit 1 for update skip locked)
    returning id, workspace_id as "workspaceId", run_id as "runId", comment_id as "commentId", text, epoch,
      takes`;
  return row;
}

const after = (sql: Sql, ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;

type Hold = Pick<HeldQuestion, "id" | "epoch">;

/** Whether its worker has it still, and for how long from now on. */
export async function holdQuestion(sql: Sql, { id, epoch }: Hold, holdMs: number): Promise<boolean> {
  const rows = await sql`
    update comment_questions set held_until = ${after(sql, holdMs)}
    where id = ${id} and epoch = ${epoch} and status = 'asking' returning id`;
  return rows.length > 0;
}

/** Gives an unanswered question back for another worker, at once. */
export async function releaseQuestion(sql: Sql, { id, epoch }: Hold): Promise<void> {
  await sql`
    update comment_questions set status = 'waiting', held_until = null
    where id = ${id} and epoch = ${epoch} and status = 'asking'`;
}

/** What came of a question, and what its calls took this time. */
export type QuestionEnd = (
  | { answer: string; model: string }
  | { failure: QuestionFailure; model?: string }
) & {
  costMicroUsd: number | undefined;
  latencyMs: number;
  countedMicroUsd: number;
  countedTokens: number;
};

/** Keeps how a question ended, of a removed one what it took alone; false where another worker has it. */
export async function endQuestion(sql: Sql, { id, epoch }: Hold, end: QuestionEnd): Promise<boolean> {
  const { model = null, costMicroUsd = null, latencyMs, countedMicroUsd, countedTokens } = end;
  const [answer, failure] = "answer" in end ? [end.answer, null] : [null, end.failure];
  const rows = await sql`
    update comment_questions set status = ${answer === null ? "failed" : "answered"},
      answer = case when text = ${REMOVED} then null else ${answer} end,
      failure = ${failure}, model = ${model}, cost_micro_usd = ${costMicroUsd}, latency_ms = ${latencyMs},
      counted_micro_usd = counted_micro_usd + ${countedMicroUsd}, counted_tokens = counted_tokens + ${countedTokens},
      held_until = null, ended_at = clock_timestamp(),
      ended_since = (select seq + 1 from runs where runs.id = comment_questions.run_id)
    where id = ${id} and epoch = ${epoch} and status = 'asking' returning id`;
  return rows.length > 0;
}
