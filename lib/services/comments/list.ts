import { z } from "zod";
import { type QuestionRow, readQuestions } from "@/db/queries/comment-questions";
import {
  type CommentRow,
  type ReplyRow,
  readComments,
  readPastComments,
  readReplies,
} from "@/db/queries/comments";
import { isPlaced, type Place, reanchor } from "@/lib/core/comments/anchor";
import { isEmptyClaim } from "@/lib/core/comments/outcome";
import { lastRound } from "@/lib/core/comments/past";
import type { CommentFacts } from "@/lib/core/comments/schema";
import type { ChangingView, CommentsView, CommentView, QuestionView } from "@/lib/core/comments/view";
import { formatPlace } from "@/lib/core/describe/comments";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { inAddress, ordinal } from "@/lib/core/inputs/bounds";
import { limitOf, usedOf } from "@/lib/core/run/ledger/budgets";
import { orDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";
import { openPlaces, placeOfRun } from "./place";
import { roundWay } from "./round-way";

/**
 * One without a place in force, nor in a version that waits to take its place, is stale and keeps that of the version in
 * which it was made. Throws `not_found`.
 */
export const listComments = defineVerb({
  name: "comments/list",
  capability: "view",
  description:
    "The comments on its plan, oldest first, each with its place in the version in force, or in `?version=`, which may be the one that waits for people (`at`; null where it has none), its status, its thread and what its last round came to (`answer`); `since` is the first event of the run after which a comment, reply or question is there. With `?past=true` each comes with what it was before (`past`, each with the event `until` which it was so), which gives any past moment; `sending` says how a round would go out now: `{items, planVersion, round, sending, wishes}`",
  see: ["comments.md"],
  routes: [{ at: "GET /api/v1/runs/{id}/comments", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    version: inAddress(ordinal).optional(),
    past: z.enum(["true", "false"]).optional(),
  }),
  async run({ ctx, input: { runId, version, past: wanted } }): Promise<CommentsView> {
    const { workspaceId, id: personId } = ctx.actor;
    const state = await storedRun(ctx, runId).catch(orDrill(ctx, runId, (drill) => drill.state));
    const { planVersion } = state;
    const way = roundWay(state);
    const wishes = {
      used: usedOf(state, "maxWishes", state.lastAt),
      limit: limitOf(state, "maxWishes") as number,
    };
    const of = { workspaceId, runId };
    const withPast = wanted === "true";
    const [place, open, rows, replies, questions, past] = await Promise.all([
      placeOfRun(ctx, state, version),
      openPlaces(ctx, state),
      readComments(ctx.db, of),
      readReplies(ctx.db, of),
      readQuestions(ctx.db, of),
      withPast ? readPastComments(ctx.db, of) : undefined,
    ]);
    if (version !== undefined && !place)
      throw new DomainFailure(domainError("not_found", `This run has no plan version ${version}.`));
    const asked = Map.groupBy(questions, ({ commentId }) => commentId);
    const threads = Map.groupBy(replies, ({ commentId }) => commentId);
    const items = rows.map((row) => ({
      ...commentView(row, threads.get(row.id) ?? [], { place, open, personId }),
      questions: (asked.get(row.id) ?? []).map((one) => ({
        ...questionView(one, personId),
        ...(past && { past: one.past }),
      })),
      ...(past && {
        past: (past.get(row.id) ?? []).map((facts) => ({ ...changingView(facts), until: facts.until })),
      }),
    }));
    return {
      items,
      planVersion,
      round: lastRound(items),
      sending: "by" in way ? { by: way.by } : null,
      wishes,
    };
  },
});

function commentView(
  row: CommentRow,
  replies: ReplyRow[],
  { place, open, personId }: { place: Place | undefined; open: readonly Place[]; personId: string },
): Omit<CommentView, "questions" | "past"> {
  const { anchor } = row;
  const found = place && reanchor(anchor, place);
  const at = found?.found
    ? { taskId: found.taskId ?? null, fromId: found.fromId ?? null, changed: found.changed }
    : null;
  const facts = { ...row, editedAt: msOf(row.editedAt), sentAt: msOf(row.sentAt) };
  return {
    ...changingView(facts),
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
    isQuestion: row.isQuestion,
    status: row.status === "open" && !isPlaced(anchor, open) ? "stale" : row.status,
    by: row.by,
    own: row.personId === personId,
    createdAt: row.createdAt.getTime(),
    since: row.since,
    replies: replies.map(({ id: replyId, text, by, personId: author, createdAt, since }) => ({
      replyId,
      text,
      by,
      own: author === personId,
      since,
      at: createdAt.getTime(),
    })),
  };
}

const msOf = (date: Date | null): number | null => date?.getTime() ?? null;

function changingView(facts: CommentFacts): ChangingView {
  const { text, label, editedAt, status, round, sentVersion, sentAt, resolvedBy } = facts;
  return { text, label, editedAt, status, round, sentVersion, sentAt, resolvedBy, answer: answerOf(facts) };
}

function questionView(row: QuestionRow, personId: string): QuestionView {
  const { answer: text, model, costMicroUsd, latencyMs, endedAt } = row;
  const isAnswered = text !== null && model !== null && endedAt !== null;
  return {
    questionId: row.id,
    text: row.text,
    by: row.by,
    own: row.personId === personId,
    at: row.askedAt.getTime(),
    planVersion: row.planVersion,
    status: row.status,
    failure: row.failure,
    since: row.since,
    endedSince: row.endedSince,
    answer: isAnswered
      ? {
          text,
          model,
          latencyMs: latencyMs ?? 0,
          at: endedAt.getTime(),
          costUsd: costMicroUsd === null ? null : costMicroUsd / 1_000_000,
        }
      : null,
  };
}

function answerOf({ outcome, note, change, answeredVersion: version }: CommentFacts): CommentView["answer"] {
  if (outcome === null || change === null || version === null) return null;
  return { outcome, note, change, version, emptyClaim: isEmptyClaim({ outcome, change }) };
}
