import { readPlan, serialisePlan, writePlanText } from "@/lib/core/plan";
import { planSourceFormat } from "./plan-form";

type Change = { text: string; taskId: string; predicate: string | undefined };

/**
 * The plan's text with another predicate in one task, or none. JSON stays JSON and plan text stays text, each written
 * anew from what is read: what is not understood of it is gone. A text that is no plan stays as it is.
 */
export function withPredicate({ text, taskId, predicate }: Change): string {
  const { plan } = readPlan(text);
  if (!plan?.tasks.some(({ id }) => id === taskId)) return text;
  const tasks = plan.tasks.map((task) => {
    if (task.id !== taskId) return task;
    const { verification: _before, ...rest } = task;
    return predicate === undefined ? rest : { ...rest, verification: predicate };
  });
  const changed = { ...plan, tasks };
  return planSourceFormat(text) === "text" ? writePlanText(changed) : serialisePlan(changed);
}
