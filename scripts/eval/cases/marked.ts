import { type CritiqueInput, critique } from "@/lib/agents/critique";
import type { ReviewerInput } from "@/lib/agents/reviewer";
import { type ItemOf, isHeldBack } from "@/lib/core/evaluation";
import { type EvaluationCase, judged } from "./case";
import { askTwice } from "./reviews";

/**
 * What a role was given in a run, before it again: a critic agrees with a mark when it holds back what people call wrong
 * alone, a reviewer when it decides as the decision that they call right, or otherwise than the one they call wrong.
 */
export function markedCase(item: ItemOf<"marked">): EvaluationCase {
  const { id, verdict } = item;
  if (item.kind === "answer") {
    const measures = ["marked_answers_agreed"] as const;
    const input = item.input as unknown as CritiqueInput;
    return {
      id,
      measures,
      judge: async (ask) =>
        judged(await ask(critique, input), ({ score, feedback }) => ({
          hits: isHeldBack(score) === (verdict === "wrong") ? measures : [],
          said: `${score}: ${feedback}`,
        })),
    };
  }
  const measures = ["marked_decisions_agreed"] as const;
  const input = item.input as unknown as ReviewerInput;
  return {
    id,
    measures,
    judge: async (ask) =>
      judged(await askTwice(ask, input), ({ decision, reasoning }) => ({
        hits: (decision === item.decided) === (verdict === "right") ? measures : [],
        said: `${decision}: ${reasoning}`,
      })),
  };
}
