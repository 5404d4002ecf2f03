import type { CommentView, QuestionView } from "@/lib/core/comments/view";

/** An open comment on task `a`, as services give it. */
export const commentView = (part: Partial<CommentView> = {}): CommentView => ({
  commentId: "cmt_1",
  runId: "run_1",
  place: { kind: "task", version: 1, words: "A", taskId: "a", field: null, excerpt: "A" },
  at: { taskId: "a", fromId: null, changed: false },
  label: null,
  text: "Why?",
  status: "open",
  round: null,
  sentVersion: null,
  sentAt: null,
  answer: null,
  by: { kind: "person", id: "ada", name: "Ada" },
  own: true,
  createdAt: 0,
  since: 1,
  editedAt: null,
  resolvedBy: null,
  replies: [],
  isQuestion: false,
  questions: [],
  ...part,
});

/** A question in its thread, that a model is asked at the moment. */
export const questionView = (part: Partial<QuestionView> = {}): QuestionView => ({
  questionId: "qst_1",
  text: "Who decides?",
  own: false,
  at: 1,
  planVersion: 2,
  status: "asking",
  by: { kind: "person", id: "b", name: "Bob" },
  failure: null,
  answer: null,
  since: 1,
  endedSince: null,
  ...part,
});
