/** Most questions that are put to people. */
const MAX_QUESTIONS = 5;

type Critique = { feedback: string; issues: readonly string[]; questions: readonly string[] };

/**
 * What to ask the person who gave a mission whose answer stayed below its threshold: what the critic would ask, else how
 * to settle each thing that it found wrong.
 */
export function clarifyingQuestions({ feedback, issues, questions }: Critique): string[] {
  if (questions.length > 0) return questions.slice(0, MAX_QUESTIONS);
  const open = issues.length > 0 ? issues : [feedback].filter((text) => text !== "");
  if (open.length === 0) return ["What is missing for you in this answer?"];
  return open.slice(0, MAX_QUESTIONS).map((text) => `How should this be settled: ${text}`);
}
