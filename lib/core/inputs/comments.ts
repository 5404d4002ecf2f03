import { z } from "zod";
import { COMMENT_LABEL_NAMES, MAX_COMMENT_CHARS, MAX_ROUND_COMMENTS } from "../comments/words";
import { cleanText } from "../text";
import { ordinal } from "./bounds";
import { MAX_REASON_CHARS } from "./limits";

const id = z.string().max(200);
const words = z.string().overwrite(cleanText).trim().min(1, "Write a comment.").max(MAX_COMMENT_CHARS);
const label = z.enum(COMMENT_LABEL_NAMES).nullable().default(null);

/** What a comment is about; of an edge, `taskId` waits for `fromId`. */
export const commentTarget = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("plan") }),
  z.strictObject({ kind: z.literal("task"), taskId: id }),
  z.strictObject({ kind: z.literal("field"), taskId: id, field: id }),
  z.strictObject({ kind: z.literal("edge"), taskId: id, fromId: id }),
]);
export type CommentTarget = z.infer<typeof commentTarget>;

export const addCommentInput = z.strictObject({
  runId: id,
  target: commentTarget,
  /** The plan version that the person sees. */
  version: ordinal,
  label,
  text: words,
});

/** Asks of a place of a plan version, which opens a thread, or in a thread that there is. */
export const askInput = z.union([
  z.strictObject({ runId: id, target: commentTarget, version: ordinal, text: words }),
  z.strictObject({ runId: id, commentId: id, text: words }),
]);
export type AskInput = z.input<typeof askInput>;

export const askAgainInput = z.strictObject({ questionId: id });

export const commentInput = z.strictObject({ commentId: id });
export const editCommentInput = z.strictObject({ commentId: id, label, text: words });
export const replyInput = z.strictObject({ commentId: id, text: words });

export const sendRoundInput = z.strictObject({
  runId: id,
  /** All open comments that have a place in the plan in force, unless some are named. */
  commentIds: z.array(id).min(1).max(MAX_ROUND_COMMENTS).optional(),
  /** What is to be said in addition. */
  words: z.string().trim().max(MAX_REASON_CHARS).optional(),
  expectedPlanVersion: ordinal.optional(),
});
