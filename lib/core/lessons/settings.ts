import { z } from "zod";
import {
  DEFAULT_MAX_LESSON_TOKENS,
  DEFAULT_MAX_LESSONS,
  MAX_LESSON_TOKENS,
  MAX_SHOWN_LESSONS,
} from "./limits";

/** Whether a run is shown lessons and proposes some, and how much of a prompt they take (docs/lessons.md). */
export const lessonSettings = z.strictObject({
  use: z.boolean().default(false),
  propose: z.boolean().default(false),
  max: z.int().min(1).max(MAX_SHOWN_LESSONS).default(DEFAULT_MAX_LESSONS),
  maxTokens: z.int().min(1).max(MAX_LESSON_TOKENS).default(DEFAULT_MAX_LESSON_TOKENS),
});
