import { z } from "zod";

/** What a critic says of an answer, as events and steps keep it (docs/agents.md, "Answer reflection"). */
export const answerCritique = z.object({
  score: z.number().min(0).max(1),
  feedback: z.string(),
  issues: z.array(z.string()),
  suggestions: z.array(z.string()),
  /** What only the person who gave the mission can tell. */
  questions: z.array(z.string()),
});
export type AnswerCritique = z.infer<typeof answerCritique>;
