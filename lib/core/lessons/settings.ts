import { z } from "zod";
import {
  DEFAULT_MAX_LESSON_TOKENS,
  DEFAULT_MAX_LESSONS,
  MAX_LESSON_TOKENS,
  MAX_SHOWN_LESSONS,
} from "./limits";

const when = { "lessons/use": [true] };

/** Whether a run is shown lessons and proposes some, and how much of a prompt they take (docs/lessons.md). */
export const lessonSettings = z.strictObject({
  use: z
    .boolean()
    .default(false)
    .meta({
      title: "Use lessons of earlier runs",
      description: "Accepted lessons that fit the mission are shown to planner, replanner and reviewers.",
      look: { as: "switch" },
    }),
  propose: z
    .boolean()
    .default(false)
    .meta({
      title: "Propose lessons",
      description: "Up to three when it ends. They take effect once a person accepts them.",
      look: { as: "switch" },
    }),
  max: z.int().min(1).max(MAX_SHOWN_LESSONS).default(DEFAULT_MAX_LESSONS).meta({
    title: "Maximum lessons",
    description: "In one prompt.",
    look: { when },
  }),
  maxTokens: z.int().min(1).max(MAX_LESSON_TOKENS).default(DEFAULT_MAX_LESSON_TOKENS).meta({
    title: "Maximum lesson tokens",
    description: "Total per prompt.",
    look: { when },
  }),
});
