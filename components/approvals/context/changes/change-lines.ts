import { type DiffLine, diffLines } from "@/lib/core/describe/plans/plan-diff";
import { countChanges, diffPlans } from "@/lib/core/plan/compare/diff";
import type { Plan } from "@/lib/core/plan/schema";
import type { StoredPlan } from "@/lib/core/plan/stored";

type AnyPlan = Plan | StoredPlan;

/** What plan `b` changes against plan `a`, in lines. A task that comes again under a new id is said once, as rewritten. */
export function changeLines(a: AnyPlan, b: AnyPlan): DiffLine[] {
  const diff = diffPlans(a, b);
  const removedTitles = new Set(diff.removed.map((task) => task.title));
  const rewritten = new Set(diff.added.map((task) => task.title).filter((title) => removedTitles.has(title)));
  if (rewritten.size === 0) return diffLines(diff);
  const isNew = (task: { title: string }) => !rewritten.has(task.title);
  const lines = diffLines({
    ...diff,
    added: diff.added.filter(isNew),
    removed: diff.removed.filter(isNew),
  });
  const rewrittenLine: DiffLine = { sign: "±", text: `${[...rewritten].join(", ")}: rewritten` };
  const at = lines.findIndex((line) => line.sign !== "+");
  return at < 0 ? [...lines, rewrittenLine] : lines.toSpliced(at, 0, rewrittenLine);
}

/** The same with how many tasks each change is about. */
export const changesBetween = (a: Plan, b: Plan) => ({
  lines: changeLines(a, b),
  counts: countChanges(diffPlans(a, b)),
});
