import type { SimpleReason } from "./events/reason";

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
