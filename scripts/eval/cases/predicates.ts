import { planner } from "@/lib/agents/planner";
import { type ItemOf, judgePredicate, type Measure } from "@/lib/core/evaluation";
import { type EvaluationCase, judged } from "./case";

/** A mission that asks for a check, before the planner: its plan's predicate counts. */
export function predicateCase(item: ItemOf<"predicates">): EvaluationCase {
  const { id, mission, task, input } = item;
  return {
    id,
    measures: ["predicates_valid", "predicates_right"],
    async judge(ask) {
      return judged(await ask(planner, { mission, tools: [] }), ({ plan }) => {
        const source = plan.tasks.find((one) => one.id === task)?.verification;
        if (source === undefined) return { hits: [], said: `The task "${task}" has no predicate.` };
        const { valid, right, said } = judgePredicate(source, { ...item, data: { input, mission } });
        const hits: Measure[] = [];
        if (valid) hits.push("predicates_valid");
        if (right) hits.push("predicates_right");
        return { hits, said };
      });
    },
  };
}
