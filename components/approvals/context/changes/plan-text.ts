import { writePlanText } from "@/lib/core/plan/write/text";
import type { ApprovalContext } from "../use-approval-context";

/** What the tail editor begins with: the reviewer's tail, else what is left of the plan, as Step text. */
export function tailPrefill({ tail, remaining }: Pick<ApprovalContext, "tail" | "remaining">): string {
  const source = tail ?? remaining;
  if (!source || source.tasks.length === 0) return "PLAN: \n\nStep 1: \n";
  const named = new Set(source.tasks.map((one) => one.agent));
  const used = Object.entries(source.agents).filter(([name]) => named.has(name));
  return writePlanText({ ...source, agents: Object.fromEntries(used) });
}
