import type { Round } from "../comments/schema";
import type { SimpleReason } from "./events/reason";
import type { ReplanCause } from "./events/reviews";

/** Longest way back from a blocked task to the one that failed that is kept. */
export const MAX_UPSTREAM_TASKS = 20;

/** The words of a person, a model or a tool as a reason, cut to what events hold. */
export const statedReason = (text: string, maxChars = 1_000): SimpleReason => ({
  code: "stated",
  text: text.slice(0, maxChars),
});

/** The first issue of a plan as the reason why it is refused. */
export const issueReason = ([issue]: readonly { code: string; message: string }[]): SimpleReason =>
  issue
    ? { code: "plan_issue", issue: { code: issue.code, message: issue.message.slice(0, 1_000) } }
    : { code: "no_plan" };

const MAX_WISH_CHARS = 2_000;

/** Comments sent as a round, with what people say in addition, as a reason. */
export function roundReason({ number, comments }: Round, words: string, maxChars: number): SimpleReason {
  const text = words.trim().slice(0, maxChars);
  const facts = { code: "comments_sent", round: number, comments: comments.length } as const;
  return { ...facts, ...(text !== "" && { text }) };
}

/** Why a plan is to be replaced that a person, or a round of comments, wants otherwise. */
export const wishOf = (words: string, round?: Round): ReplanCause => ({
  trigger: "person",
  reason: round ? roundReason(round, words, MAX_WISH_CHARS) : statedReason(words, MAX_WISH_CHARS),
  ...(round && { round }),
});
