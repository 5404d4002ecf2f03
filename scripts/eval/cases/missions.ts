import { planner } from "@/lib/agents/planner";
import type { ItemOf, Measure } from "@/lib/core/evaluation";
import { verify } from "@/lib/core/lisp";
import { critiquePlan, serializePlan, validatePlan } from "@/lib/core/plan";
import { type EvaluationCase, judged } from "./case";
import { toolFacts } from "./plans";

/** The score of the rules from which on a plan counts as sound. */
const GOOD_SCORE = 8;

/** A mission before the planner: whether its first plan can run, what the rules say of it, and whether it has what is needed. */
export function missionCase({
  id,
  mission,
  tools: listed,
  expects,
  why,
}: ItemOf<"missions">): EvaluationCase {
  const tools = listed.map(toolFacts);
  return {
    ...{ id, measures: ["plans_valid", "plans_scored_8", "plans_as_expected"] },
    async judge(ask) {
      return judged(await ask(planner, { mission, tools }), ({ plan }) => {
        const error = validatePlan(plan, { tools }).find(({ severity }) => severity === "error");
        const { score } = critiquePlan(plan, { tools });
        const hits: Measure[] = error ? [] : ["plans_valid"];
        if (!error && score >= GOOD_SCORE) hits.push("plans_scored_8");
        const verdict = verify(expects, { result: JSON.parse(serializePlan(plan)) });
        if (!error && verdict.outcome === "passed") hits.push("plans_as_expected");
        const said = verdict.outcome === "passed" ? `score ${score}` : `score ${score}; not so: ${why}`;
        return { hits, said: error ? error.message : said };
      });
    },
  };
}
