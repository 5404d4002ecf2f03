/** Marks: what people say afterwards of a decision or an answer (docs/evaluation.md, "Marks"). They change nothing in a run. */

export const MARK_KINDS = ["decision", "answer"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
export const MARK_VERDICTS = ["right", "wrong"] as const;
export type MarkVerdict = (typeof MARK_VERDICTS)[number];
export const MAX_MARK_NOTE_CHARS = 1_000;

/** The final answer of a run, as marks name it. */
export const ANSWER_SUBJECT = "answer";

/** The decision of a review, as marks and the table of decisions name it. */
export const reviewSubject = (taskId: string, attempt: number): string => `review:${taskId}:${attempt}`;
