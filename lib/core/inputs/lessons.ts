import { z } from "zod";
import { LESSON_STATUSES } from "../lessons/words";
import { ordinal, pageLimit } from "./bounds";
import { MAX_LESSON_CHARS, MAX_LESSON_TAG_CHARS, MAX_LESSON_TAGS } from "./limits";

const text = z
  .string()
  .trim()
  .min(3, "Write the lesson in a sentence.")
  .max(MAX_LESSON_CHARS, `A lesson takes at most ${MAX_LESSON_CHARS} characters.`);
const tags = z.array(z.string().trim().min(1).max(MAX_LESSON_TAG_CHARS)).max(MAX_LESSON_TAGS);

export const lessonId = z.string().min(1).max(100);
/** The version that was read: with a newer one now, nothing is changed. */
const expectedVersion = ordinal;

const runId = z.string().min(1).max(200);

export const listLessonsInput = z.strictObject({
  status: z.enum(LESSON_STATUSES).optional(),
  /** Only those that this run proposed, or that its prompts carried. */
  proposedBy: runId.optional(),
  shownTo: runId.optional(),
  cursor: z.string().max(500).optional(),
  limit: pageLimit,
});

export const proposeLessonInput = z.strictObject({ text, tags: tags.default([]) });

/** The lesson that a person decides on, as they read it. */
export const decideLessonInput = z.strictObject({ lessonId, expectedVersion });

export const editLessonInput = z.strictObject({ lessonId, expectedVersion, text, tags: tags.optional() });
