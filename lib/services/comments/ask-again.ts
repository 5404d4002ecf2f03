import { countQuestions, readQuestion, reopenQuestion } from "@/db/queries/comment-questions";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { askAgainInput } from "@/lib/core/inputs/comments";
import { knownRequest, requireRun } from "../submit";
import { defineVerb } from "../verb";
import { changeComments } from "./change-comments";
import { refused, requireComment } from "./require-comment";
import { requireFewQuestions, requireRoomForQuestion } from "./room-for-question";

/** Asks a question again that had no answer. Throws `not_found`, `not_allowed_now` for any other, and what asking throws. */
export const askAgain = defineVerb({
  name: "comments/askAgain",
  capability: "review",
  description: "Asks one again that had no answer",
  routes: [{ at: "POST /api/v1/questions/{id}/retry", id: "questionId" }],
  input: askAgainInput,
  async run({ ctx, input: { questionId } }): Promise<{ questionId: string }> {
    const of = { workspaceId: ctx.actor.workspaceId, questionId };
    const question = await readQuestion(ctx.db, of);
    if (!question) throw new DomainFailure(domainError("not_found", "There is no such question."));
    if (await knownRequest(ctx, question.runId)) return { questionId };
    if (question.status !== "failed") throw refused("Only a question without an answer can be asked again.");
    const state = await requireRun(ctx, question.runId);
    const comment = await requireComment(ctx, ctx.db, question.commentId);
    await requireRoomForQuestion(ctx, state, { ...question, comment });
    const { planVersion } = state;
    const ofRun = async () => state.runId;
    await changeComments(ctx, "ask_comment_again", ofRun, async (tx, { runId }) => {
      const { questions, open } = await countQuestions(tx, { ...of, runId });
      requireFewQuestions({ questions: questions - 1, open });
      if (!(await reopenQuestion(tx, of, planVersion)))
        throw refused("This question is asked again already.");
    });
    return { questionId };
  },
});
