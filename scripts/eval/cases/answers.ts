import { critique } from "@/lib/agents/critique";
import { answerMeasures, type ItemOf, isHeldBack } from "@/lib/core/evaluation";
import { DEFAULT_CRITERIA } from "@/lib/core/reflection";
import { type EvaluationCase, judged } from "./case";

/** A final answer with the results that it rests on, before its critic. */
export function answerCase(item: ItemOf<"answers">): EvaluationCase {
  const { id, mission, results, errors, answer } = item;
  const measures = answerMeasures(item);
  const about = { outcome: { results, errors } };
  const input = { mission, criteria: DEFAULT_CRITERIA, answer, about };
  return {
    id,
    measures,
    async judge(ask) {
      return judged(await ask(critique, input), ({ score, feedback }) => ({
        hits: isHeldBack(score) ? measures : [],
        said: `${score}: ${feedback}`,
      }));
    },
  };
}
