import { z } from "zod";

/** What stays open in an answer below its threshold: what the critic asks, what it found missing, or nothing it could name. */
export const openQuestion = z.discriminatedUnion("about", [
  z.object({ about: z.literal("asked"), text: z.string() }),
  z.object({ about: z.literal("issue"), text: z.string() }),
  z.object({ about: z.literal("missing") }),
]);
export type OpenQuestion = z.infer<typeof openQuestion>;

/** Most questions that are put to people. */
const MAX_QUESTIONS = 5;

type Critique = { issues: readonly string[]; questions: readonly string[] };

/**
 * What to ask the person who gave a mission whose answer stayed below its threshold: what the critic would ask, else how
 * to settle each issue that it named. Its feedback may be praise, and asks nothing. `describe/reflection` words them.
 */
export function clarifyingQuestions({ issues, questions }: Critique): OpenQuestion[] {
  if (questions.length > 0) {
    return questions.slice(0, MAX_QUESTIONS).map((text) => ({ about: "asked", text }));
  }
  if (issues.length === 0) return [{ about: "missing" }];
  return issues.slice(0, MAX_QUESTIONS).map((text) => ({ about: "issue", text }));
}
