import { z } from "zod";

/** What an answer is held against when nobody says otherwise. */
export const DEFAULT_CRITERIA = {
  completeness: "Every part of the question is answered.",
  accuracy: "Each claim is shown by what was found out, with the figures exactly as they stand there.",
  clarity: "It is in order, and understood without knowing how it came about.",
} as const;

export const CRITERIA = ["completeness", "accuracy", "clarity"] as const;
export type Criterion = (typeof CRITERIA)[number];

export const MOST_REVISIONS = 10;
const MAX_CRITERION_CHARS = 1_000;
const MAX_MODEL_CHARS = 200;

const criterion = (name: Criterion) =>
  z.string().trim().min(1).max(MAX_CRITERION_CHARS).default(DEFAULT_CRITERIA[name]);

/** Whether and how an answer is criticised and revised before it stands (docs/agents.md, "Answer reflection"). */
export const reflectionSettings = z.strictObject({
  enabled: z.boolean().default(false),
  criteria: z
    .strictObject({
      completeness: criterion("completeness"),
      accuracy: criterion("accuracy"),
      clarity: criterion("clarity"),
    })
    .prefault({}),
  /** The score, 0 to 1, from which on an answer passes. */
  threshold: z.number().min(0).max(1).default(0.8),
  maxRevisions: z.int().min(1).max(MOST_REVISIONS).default(2),
  /** The model that criticises; without it, that of the role. */
  model: z.string().min(1).max(MAX_MODEL_CHARS).optional(),
});
export type ReflectionSettings = z.infer<typeof reflectionSettings>;
export type ReflectionCriteria = ReflectionSettings["criteria"];
