import { type Plan, serialisePlan, writePlanText } from "@/lib/core/plan";
import { planFormOf } from "./plan-form";

type Change = { text: string; plan: Plan; taskId: string; predicate: string | undefined };

/**
 * The plan's text with another predicate in one task, or none. JSON stays JSON and plan text stays text, each written
 * anew from what was read: what was not understood of it is gone.
 */
export function withPredicate({ text, plan, taskId, predicate }: Change): string {
  const tasks = plan.tasks.map((task) => {
    if (task.id !== taskId) return task;
    const { verification: _before, ...rest } = task;
    return predicate === undefined ? rest : { ...rest, verification: predicate };
  });
  const changed = { ...plan, tasks };
  return planFormOf(text) === "text" ? writePlanText(changed) : serialisePlan(changed);
}
