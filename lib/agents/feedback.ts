import type { Json } from "@/lib/core/json";
import type { BlockName } from "@/lib/core/prompt-blocks";

/** Why the previous attempt of a task was not accepted; its input stays as it was. */
export type Feedback = { attempt: number; of: number; previousOutput: string; diagnosis: string };

/** The blocks of a retry, after everything that the first attempt saw (docs/agents.md, "The agent's prompt"). */
export function feedbackBlocks(feedback: Feedback | undefined): [BlockName, Json | undefined][] {
  if (!feedback) return [];
  const { attempt, of, previousOutput, diagnosis } = feedback;
  return [
    ["feedback", `This is attempt ${attempt} of ${of}.`],
    ["previous_output", previousOutput],
    ["diagnosis", diagnosis],
  ];
}
