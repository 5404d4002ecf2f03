import { z } from "zod";
import {
  type Criterion,
  DEFAULT_CRITERIA,
  DEFAULT_MAX_REVISIONS,
  DEFAULT_THRESHOLD,
  MAX_REVISIONS_LIMIT,
} from "./defaults";

const MAX_CRITERION_CHARS = 1_000;
const MAX_MODEL_CHARS = 200;

const criterion = (name: Criterion) =>
  z.string().trim().min(1).max(MAX_CRITERION_CHARS).default(DEFAULT_CRITERIA[name]);

const when = { "reflection/enabled": [true] };

/** Whether and how an answer is critiqued and revised before it stands (docs/agents.md, "Answer reflection"). */
export const reflectionSettings = z.strictObject({
  enabled: z
    .boolean()
    .default(false)
    .meta({
      title: "Critique the answer before accepting it",
      description:
        "A critic scores the answer and revises it if the score is too low. Each critique and revision is one more model call.",
      look: { as: "switch" },
    }),
  criteria: z
    .strictObject({
      completeness: criterion("completeness"),
      accuracy: criterion("accuracy"),
      clarity: criterion("clarity"),
    })
    .prefault({}),
  /** The score, 0 to 1, from which on an answer passes. */
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(DEFAULT_THRESHOLD)
    .meta({
      title: "Required score (0–100)",
      description: "Answers with a lower score are revised.",
      look: { scale: 0.01, when },
    }),
  maxRevisions: z.int().min(1).max(MAX_REVISIONS_LIMIT).default(DEFAULT_MAX_REVISIONS).meta({
    title: "Maximum revisions",
    description: "After the last revision, the best answer is kept, with questions for you.",
    look: { when },
  }),
  /** The model that critiques; without it, that of the role. */
  model: z.string().min(1).max(MAX_MODEL_CHARS).optional(),
});
export type ReflectionSettings = z.infer<typeof reflectionSettings>;
export type ReflectionCriteria = ReflectionSettings["criteria"];
