import { z } from "zod";
import { elideText } from "../text";

const TEXT_CHARS = 600;
const OUTCOME_CHARS = 300;
const MAX_ALTERNATIVES = 3;
const ALTERNATIVE_CHARS = 160;

/** What was expected of a task from what was known before its result (docs/agents.md, "Reasoning"). */
export const reasoning = z.object({
  /** Why the task is done like this. */
  reasoning: z.string(),
  expectedOutcome: z.string(),
  /** Other ways that were considered. */
  alternatives: z.array(z.string()),
  /** 0 to 1; null where it was not said. */
  confidence: z.number().min(0).max(1).nullable(),
});
export type Reasoning = z.infer<typeof reasoning>;

/** A reasoning at the length that events hold. */
export function truncateReasoning(said: Reasoning): Reasoning {
  return {
    reasoning: elideText(said.reasoning, TEXT_CHARS),
    expectedOutcome: elideText(said.expectedOutcome, OUTCOME_CHARS),
    alternatives: said.alternatives
      .slice(0, MAX_ALTERNATIVES)
      .map((one) => elideText(one, ALTERNATIVE_CHARS)),
    confidence: said.confidence,
  };
}
