import type { CommentsView, CommentView, QuestionView, RoundView } from "./view";

/**
 * The comments as they were after an event of their run, of a view with their past: those that there were, with the words
 * and in the state of then. What people did after that event is there from the next one on.
 */
export function commentsAt(view: CommentsView, seq: number): CommentsView {
  const items = view.items.filter(({ since }) => since <= seq).map((comment) => commentAt(comment, seq));
  return { ...view, items, round: lastRound(items), sending: null };
}

function commentAt(comment: CommentView, seq: number): CommentView {
  const then = { ...comment, ...comment.past?.find(({ until }) => until > seq) };
  const isOpen = then.status === "open" || then.status === "stale";
  return {
    ...then,
    status: isOpen ? (then.at === null ? "stale" : "open") : then.status,
    replies: comment.replies.filter(({ since }) => since <= seq),
    questions: comment.questions.filter(({ since }) => since <= seq).map((asked) => questionAt(asked, seq)),
  };
}

function questionAt(question: QuestionView, seq: number): QuestionView {
  const failed = question.past?.find(({ until }) => until > seq);
  const { planVersion, endedSince } = failed ?? question;
  if (endedSince === null || endedSince > seq)
    return { ...question, planVersion, status: "asking", answer: null, failure: null };
  return failed
    ? { ...question, planVersion, status: "failed", answer: null, failure: failed.failure }
    : question;
}

/** The last round that some of these comments were sent with; null before the first. */
export function lastRound(
  items: readonly Pick<CommentView, "round" | "sentVersion" | "sentAt" | "answer">[],
): RoundView | null {
  const number = Math.max(0, ...items.map(({ round }) => round ?? 0));
  const sent = items.filter(({ round }) => round === number);
  const [first] = sent;
  if (first?.sentVersion == null || first.sentAt === null) return null;
  const answeredVersion = sent.find(({ answer }) => answer !== null)?.answer?.version ?? null;
  return {
    number,
    comments: sent.length,
    sentVersion: first.sentVersion,
    sentAt: first.sentAt,
    answeredVersion,
  };
}
