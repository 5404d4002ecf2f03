import { z } from "zod";
import { type QuestionRow, readQuestions } from "@/db/queries/comment-questions";
import { type CommentRow, type ReplyRow, readComments, readReplies } from "@/db/queries/comments";
import { readEventsOfTypes } from "@/db/queries/runs/read-events";
import { isPlaced, type Place, reanchor } from "@/lib/core/comments/anchor";
import { isEmptyClaim } from "@/lib/core/comments/outcome";
import type { CommentsView, CommentView, QuestionView, RoundView } from "@/lib/core/comments/view";
import { formatPlace } from "@/lib/core/describe/comments";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { limitOf, usedOf } from "@/lib/core/run/ledger/budgets";
import { orDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { COMMENT_EVENTS, historiesOf } from "./history";
import { openPlaces, placeOfRun } from "./place";
import { roundWay } from "./round-way";

/**
 * The comments on a run's plan, oldest first, each with its place in the version in force or in the one that is named. One
 * that has none in force, nor in a version that waits to take its place, is stale and keeps that of the version in which
 * it was made. Throws `not_found`.
 */
export const listComments = defineVerb({
  name: "comments/list",
  capability: "view",
  input: z.strictObject({ runId: z.string().max(200), version: z.coerce.number().int().min(1).optional() }),
  async run({ ctx, input: { runId, version } }): Promise<CommentsView> {
    const { workspaceId, id: personId } = ctx.actor;
    const state = await storedRun(ctx, runId).catch(orDrill(ctx, runId, (drill) => drill.state));
    const { planVersion } = state;
    const way = roundWay(state);
    const wishes = {
      used: usedOf(state, "maxWishes", state.lastAt),
      limit: limitOf(state, "maxWishes") as number,
    };
    const of = { workspaceId, runId };
    const [place, open, rows, replies, questions] = await Promise.all([
      placeOfRun(ctx, state, version),
      openPlaces(ctx, state),
      readComments(ctx.db, of),
      readReplies(ctx.db, of),
      readQuestions(ctx.db, of),
    ]);
    if (version !== undefined && !place)
      throw new DomainFailure(domainError("not_found", `This run has no plan version ${version}.`));
    const wasSent = rows.some((row) => row.round !== null);
    const events = wasSent ? await readEventsOfTypes(ctx.db, { runId, types: COMMENT_EVENTS }) : [];
    const histories = historiesOf(rows, events);
    const asked = Map.groupBy(questions, ({ commentId }) => commentId);
    const threads = Map.groupBy(replies, ({ commentId }) => commentId);
    return {
      items: rows.map((row) => ({
        ...commentView(row, threads.get(row.id) ?? [], { place, open, personId }),
        history: histories.get(row.id) ?? [],
        questions: (asked.get(row.id) ?? []).map((one) => questionView(one, personId)),
      })),
      planVersion,
      round: lastRound(rows),
      sending: "by" in way ? { by: way.by } : null,
      wishes,
    };
  },
});

function commentView(
  row: CommentRow,
  replies: ReplyRow[],
  { place, open, personId }: { place: Place | undefined; open: readonly Place[]; personId: string },
): Omit<CommentView, "questions" | "history"> {
  const { anchor } = row;
  const found = place && reanchor(anchor, place);
  const at = found?.found
    ? { taskId: found.taskId ?? null, fromId: found.fromId ?? null, changed: found.changed }
    : null;
  return {
    commentId: row.id,
    runId: row.runId,
    place: {
      kind: anchor.kind,
      version: anchor.version,
      words: formatPlace(anchor),
      taskId: anchor.kind === "plan" ? null : anchor.task.id,
      field: anchor.kind === "field" ? anchor.field : null,
      excerpt: anchor.excerpt,
    },
    at,
    label: row.label,
    text: row.text,
    isQuestion: row.isQuestion,
    status: row.status === "open" && !isPlaced(anchor, open) ? "stale" : row.status,
    round: row.round,
    answer: answerOf(row),
    by: row.by,
    own: row.personId === personId,
    createdAt: row.createdAt.getTime(),
    editedAt: row.editedAt?.getTime() ?? null,
    resolvedBy: row.resolvedBy,
    replies: replies.map(({ id: replyId, text, by, personId: author, createdAt }) => ({
      ...{ replyId, text, by, own: author === personId },
      at: createdAt.getTime(),
    })),
  };
}

function questionView(row: QuestionRow, personId: string): QuestionView {
  const { answer: text, model, costMicroUsd, latencyMs, endedAt } = row;
  const isAnswered = text !== null && model !== null && endedAt !== null;
  return {
    questionId: row.id,
    ...{ text: row.text, by: row.by, own: row.personId === personId, at: row.askedAt.getTime() },
    ...{ planVersion: row.planVersion, status: row.status, failure: row.failure },
    answer: isAnswered
      ? {
          ...{ text, model, latencyMs: latencyMs ?? 0, at: endedAt.getTime() },
          costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
        }
      : null,
  };
}

function answerOf({ outcome, note, change, answeredVersion: version }: CommentRow): CommentView["answer"] {
  if (outcome === null || change === null || version === null) return null;
  return { outcome, note, change, version, emptyClaim: isEmptyClaim({ outcome, change }) };
}

function lastRound(rows: readonly CommentRow[]): RoundView | null {
  const number = Math.max(0, ...rows.map(({ round }) => round ?? 0));
  const sent = rows.filter(({ round }) => round === number);
  const [first] = sent;
  if (first?.sentVersion == null || first.sentAt === null) return null;
  const answered = sent.map(({ answeredVersion }) => answeredVersion).find((version) => version !== null);
  return {
    ...{ number, comments: sent.length, sentVersion: first.sentVersion },
    ...{ sentAt: first.sentAt.getTime(), answeredVersion: answered ?? null },
  };
}
