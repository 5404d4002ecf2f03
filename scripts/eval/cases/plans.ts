import { critic } from "@/lib/agents/critic";
import {
  type EvaluationTool,
  findsFault,
  type ItemOf,
  type Measure,
  type ProjectSet,
} from "@/lib/core/evaluation";
import { critiquePlan, isGrave, readPlan, withModelFindings } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import type { ToolFacts } from "@/lib/core/ports";
import { Failure } from "../../lib/failure";
import { type EvaluationCase, judged } from "./case";

/**
 * A plan before its critic. Of a planted fault counts what rules and model find together; a sound plan is flagged where a
 * run would send it back for what the model finds.
 */
export function planCase(item: ItemOf<"plans">): EvaluationCase {
  const { id, mission, fault } = item;
  const tools = item.tools.map(toolFacts);
  const plan = planOf(item);
  const byRules = critiquePlan(plan, { tools });
  const taskIds = plan.tasks.map((task) => task.id);
  const measures: Measure[] = [fault ? "faults_found" : "sound_plans_flagged"];
  return {
    id,
    measures,
    async judge(ask) {
      const answer = await ask(critic, { mission, plan, tools, findings: byRules.findings });
      return judged(answer, (value) => {
        const { findings } = withModelFindings(byRules, value.findings, taskIds);
        const said = value.findings.map(({ code, taskId, message }) => `${code} ${taskId ?? ""}: ${message}`);
        const isHit = fault ? findsFault(findings, fault) : findings.some(isGrave);
        return { hits: isHit ? measures : [], said: said.join("\n") };
      });
    },
  };
}

/** Throws a Failure for a plan that cannot be read. */
export function planOf(
  { id, plan: source }: Pick<ItemOf<"plans">, "id" | "plan">,
  set: ProjectSet = "plans",
): Plan {
  const { plan, errors } = readPlan(JSON.stringify(source));
  if (plan && errors.length === 0) return plan;
  throw new Failure(
    "set_damaged",
    `${set}.jsonl: the plan of "${id}" cannot be read. ${errors[0]?.message ?? ""}`,
  );
}

/** A tool that exists for a prompt alone. */
export const toolFacts = (tool: EvaluationTool): ToolFacts => ({
  ...tool,
  tags: [],
  idempotent: false,
  repeatable: tool.sideEffects === "none" || tool.sideEffects === "read",
  timeoutMs: 30_000,
});
