import { type PlannerInput, planner } from "@/lib/agents/planner";
import type { ItemOf, Measure } from "@/lib/core/evaluation";
import { verify } from "@/lib/core/lisp";
import { critiquePlan, serializePlan, validatePlan } from "@/lib/core/plan";
import { type EvaluationCase, judged } from "./case";
import { toolFacts } from "./plans";

/** The score of the rules from which on a plan counts as sound. */
const GOOD_SCORE = 8;

/** What the planner is shown beside the mission, as the end of a measure says it. */
type Beside = "" | ".with_lesson" | ".with_example";

/** A mission before the planner, by itself and with what a workspace knows of such missions. */
export const draftCases = (item: ItemOf<"drafts">): EvaluationCase[] => [
  draftCase(item, "", {}),
  draftCase(item, ".with_lesson", { lessons: [item.lesson] }),
  draftCase(item, ".with_example", { examples: [item.example] }),
];

/** Whether its first plan can run, what the rules say of it, and whether it has what is needed. */
function draftCase(
  { id, mission, tools: listed, expects, why }: ItemOf<"drafts">,
  beside: Beside,
  shown: Pick<PlannerInput, "lessons" | "examples">,
): EvaluationCase {
  const tools = listed.map(toolFacts);
  return {
    id,
    measures: [`plans_valid${beside}`, `plans_scored_8${beside}`, `plans_as_expected${beside}`],
    async judge(ask) {
      return judged(await ask(planner, { mission, tools, ...shown }), ({ plan }) => {
        const error = validatePlan(plan, { tools }).find(({ severity }) => severity === "error");
        if (error) return { hits: [], said: error.message };
        const hits: Measure[] = [`plans_valid${beside}`];
        const { score } = critiquePlan(plan, { tools });
        if (score >= GOOD_SCORE) hits.push(`plans_scored_8${beside}`);
        const { outcome } = verify(expects, { result: JSON.parse(serializePlan(plan)) });
        if (outcome === "passed") hits.push(`plans_as_expected${beside}`);
        return { hits, said: outcome === "passed" ? `score ${score}` : `score ${score}; not so: ${why}` };
      });
    },
  };
}
