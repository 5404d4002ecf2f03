import { planner } from "@/lib/agents/planner";
import type { ItemOf, Measure } from "@/lib/core/evaluation";
import { critiquePlan, validatePlan } from "@/lib/core/plan";
import { type EvaluationCase, judged } from "./case";
import { toolFacts } from "./plans";

/** The score of the rules from which on a plan counts as sound. */
const GOOD_SCORE = 8;

/** A mission before the planner: whether its first plan can run, and what the rules say of it. */
export function missionCase({ id, mission, tools: listed }: ItemOf<"missions">): EvaluationCase {
  const tools = listed.map(toolFacts);
  return {
    ...{ id, measures: ["plans_valid", "plans_scored_8"] },
    async judge(ask) {
      return judged(await ask(planner, { mission, tools }), ({ plan }) => {
        const error = validatePlan(plan, { tools }).find(({ severity }) => severity === "error");
        const { score } = critiquePlan(plan, { tools });
        const hits: Measure[] = error ? [] : ["plans_valid"];
        if (!error && score >= GOOD_SCORE) hits.push("plans_scored_8");
        return { hits, said: error ? error.message : `score ${score}` };
      });
    },
  };
}
