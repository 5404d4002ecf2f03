import type { CommentsView, CommentView, QuestionView } from "@/lib/core/comments/view";

type Then = { at: number; planVersion: number };

/**
 * The comments as they were at a past moment of the run, as far as their times tell: nothing tells when one was sent or
 * resolved, so that none is; of one that was edited later its words of now stand, marked as edited.
 */
export function commentsAt(view: CommentsView, then: Then): CommentsView {
  const items = view.items.filter(({ createdAt }) => createdAt <= then.at);
  return { ...view, items: items.map((comment) => commentAt(comment, then)), round: null, sending: null };
}

function commentAt(comment: CommentView, { at, planVersion }: Then): CommentView {
  const answer = comment.answer && comment.answer.version <= planVersion ? comment.answer : null;
  return {
    ...comment,
    answer,
    status: statusThen(comment, answer),
    resolvedBy: null,
    replies: comment.replies.filter((reply) => reply.at <= at),
    questions: comment.questions.filter((asked) => asked.at <= at).map((asked) => questionAt(asked, at)),
  };
}

/** As after its round (docs/comments.md): what nobody answered, or claimed without a change, is open. */
function statusThen({ at }: CommentView, answer: CommentView["answer"]): CommentView["status"] {
  if (answer && !answer.emptyClaim && answer.outcome !== "unanswered") return answer.outcome;
  return at === null ? "stale" : "open";
}

function questionAt(question: QuestionView, at: number): QuestionView {
  if (question.answer && question.answer.at <= at) return question;
  return { ...question, status: "asking", answer: null, failure: null };
}
