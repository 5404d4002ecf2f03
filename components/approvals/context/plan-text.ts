import { type DiffLine, diffLines } from "@/lib/core/describe/plan-diff";
import { diffPlans } from "@/lib/core/plan/compare/diff";
import { type Plan, plan } from "@/lib/core/plan/schema";
import { writePlanText } from "@/lib/core/plan/write/text";
import type { ApprovalContext } from "./use-approval-context";

/** What the tail editor begins with: the reviewer's tail, else what is left of the plan, as Step text. */
export function tailPrefill({ tail, remaining }: Pick<ApprovalContext, "tail" | "remaining">): string {
  const proposed = plan.safeParse(tail);
  const source = proposed.success ? proposed.data : remaining;
  if (!source || source.tasks.length === 0) return "PLAN: \n\nStep 1: \n";
  const named = new Set(source.tasks.map((one) => one.agent));
  const used = Object.entries(source.agents).filter(([name]) => named.has(name));
  return writePlanText({ ...source, agents: Object.fromEntries(used) });
}

/** What plan `b` changes against plan `a`, in lines. A task that comes again under a new id is rewritten, not new. */
export function changeLines(a: Plan, b: Plan): DiffLine[] {
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
  const rewrittenLine: DiffLine = { sign: "~", text: `${[...rewritten].join(", ")}: rewritten` };
  const at = lines.findIndex((line) => line.sign !== "+");
  return at < 0 ? [...lines, rewrittenLine] : lines.toSpliced(at, 0, rewrittenLine);
}
