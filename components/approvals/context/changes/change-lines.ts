import { type DiffLine, diffLines } from "@/lib/core/describe/plans/plan-diff";
import { type ChangeCounts, countChanges, diffPlans } from "@/lib/core/plan/compare/diff";
import type { Plan } from "@/lib/core/plan/schema";

/** What plan `b` changes against plan `a`, in lines, with how many tasks each change is about. */
export function changesBetween(a: Plan, b: Plan): { lines: DiffLine[]; counts: ChangeCounts } {
  const diff = diffPlans(a, b);
  return { lines: diffLines(diff), counts: countChanges(diff) };
}
