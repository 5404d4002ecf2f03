import { countQuestions, insertQuestion, readQuestion } from "@/db/queries/comment-questions";
import { countComments, insertComment } from "@/db/queries/comments";
import { writeAudit } from "@/db/queries/write-audit";
import { anchorOn } from "@/lib/core/comments/anchor";
import { MAX_COMMENTS } from "@/lib/core/comments/words";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { type AskInput, askInput } from "@/lib/core/inputs/comments";
import type { RunState } from "@/lib/core/run/state";
import type { AskedQuestion } from "@/lib/engine/questions/prepare";
import { actorRefOf, type ServiceContext } from "../context";
import { idForKey, knownRequest, requireRun } from "../submit";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { placeOfRun } from "./place";
import { refused, requireComment } from "./require-comment";
import { requireFewQuestions, requireRoomForQuestion } from "./room-for-question";

/** What asking answers; the answer itself comes into the thread. */
type AskedComment = { commentId: string; questionId: string };

/** Throws `not_found` for a place or a thread that is not there, `not_allowed_now` and `too_many_requests`. */
export const askComment = defineVerb({
  name: "comments/ask",
  capability: "review",
  description:
    "`{target, version, text}` or `{commentId, text}`: asks a model about a place of the plan, or in a thread: `{commentId, questionId}`. The answer comes into the thread: `questions` of `GET /runs/{id}/comments` has each with its `status` (`waiting`, `asking`, `answered`, `failed`), its `answer` (`{text, model, costUsd, latencyMs, at}`; `costUsd` null where unknown) or its `failure`",
  see: ["comments.md#questions"],
  routes: [{ at: "POST /api/v1/runs/{id}/comments/ask", id: "runId", answer: "created" }],
  input: askInput,
  async run({ ctx, input }): Promise<AskedComment> {
    const { runId, text } = input;
    const { workspaceId, id: personId } = ctx.actor;
    const state = await requireRun(ctx, runId);
    const questionId = idForKey(ctx, "qst");
    await knownRequest(ctx, runId);
    const known = await readQuestion(ctx.db, { workspaceId, questionId });
    if (known) return { commentId: known.commentId, questionId };
    const comment = await threadOf(ctx, state, input);
    await requireRoomForQuestion(ctx, state, { comment, text });
    const by = actorRefOf(ctx.actor);
    const commentId = comment.id;
    const ofRun = async () => runId;
    await changeComments(ctx, "ask_comment", ofRun, async (tx) => {
      requireFewQuestions(await countQuestions(tx, { workspaceId, runId }));
      if (!comment.isNew) await requireComment(ctx, tx, commentId);
      else {
        const { comments } = await countComments(tx, { workspaceId, runId });
        if (comments >= MAX_COMMENTS)
          throw refused(`This run has ${MAX_COMMENTS} comments, the most there can be.`);
        const { anchor } = comment;
        await insertComment(tx, {
          id: commentId,
          workspaceId,
          runId,
          personId,
          by,
          anchor,
          text,
          isQuestion: true,
        });
      }
      const planVersion = state.planVersion;
      await insertQuestion(tx, {
        id: questionId,
        workspaceId,
        runId,
        commentId,
        personId,
        by,
        text,
        planVersion,
      });
      const details = { commentId, questionId, planVersion };
      await writeAudit(tx, { workspaceId, actor: by, action: "question_asked", subject: runId, details });
    });
    return { commentId, questionId };
  },
});

/** The thread that is asked in, or the one that the question opens. */
async function threadOf(
  ctx: ServiceContext,
  state: Readonly<RunState>,
  input: AskInput,
): Promise<AskedQuestion["comment"] & { isNew: boolean }> {
  if ("commentId" in input) {
    const comment = await requireComment(ctx, ctx.db, input.commentId);
    if (comment.runId === state.runId) return { ...comment, isNew: false };
    throw new DomainFailure(domainError("not_found", "There is no such comment on this run."));
  }
  const { target, version, text } = input;
  const place = await placeOfRun(ctx, state, version);
  const anchor = place && anchorOn(place, target);
  if (!anchor)
    throw new DomainFailure(domainError("not_found", `Plan version ${version} has no such place.`));
  const { workspaceId } = ctx.actor;
  const made = { workspaceId, runId: state.runId, anchor, text, by: actorRefOf(ctx.actor) };
  return {
    ...made,
    id: idForKey(ctx, "cmt"),
    isQuestion: true,
    createdAt: new Date(ctx.clock.nowMs()),
    isNew: true,
  };
}
