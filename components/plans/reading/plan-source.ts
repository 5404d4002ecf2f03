import { scanJson } from "@/lib/core/answers/scan-json";
import { readPlan } from "@/lib/core/plan/read/plan";
import { hasStepHeader } from "@/lib/core/plan/step-text/lines";
import { serializePlan } from "@/lib/core/plan/write/json";
import { writePlanText } from "@/lib/core/plan/write/text";
import { cleanText } from "@/lib/core/text";

type Change = { text: string; taskId: string; predicate: string | undefined };

/** How a plan is written down. */
export type PlanSourceFormat = "json" | "text";

/** The form that a plan's text is read in: plan text if a `Step` header stands outside any JSON (docs/plans.md). */
export function planSourceFormat(text: string): PlanSourceFormat {
  const clean = cleanText(text);
  let outside = "";
  let from = 0;
  for (const { start, end } of scanJson(clean).found) {
    outside += `${clean.slice(from, start)} `;
    from = end;
  }
  return hasStepHeader(outside + clean.slice(from)) ? "text" : "json";
}

/**
 * The plan's text with another predicate in one task, or none. JSON stays JSON and plan text stays text, each written
 * again from what is read: what is not understood of it is gone. A text that is no plan stays as it is.
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
  return planSourceFormat(text) === "text" ? writePlanText(changed) : serializePlan(changed);
}
