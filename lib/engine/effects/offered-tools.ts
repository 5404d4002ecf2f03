import { evaluatePolicies } from "@/lib/core/policy";
import type { ToolFacts } from "@/lib/core/ports";
import { policiesOf } from "@/lib/core/run/tool-policies";
import type { EffectContext } from "./effect";

/** The tools that the run's plans and agents may know of: one that is denied whatever its arguments is none of them. */
export function offeredTools(context: Pick<EffectContext, "tools" | "state">): ToolFacts[] {
  const policies = policiesOf(context.state());
  return context.tools.list().filter((tool) => evaluatePolicies(policies, tool).decision !== "deny");
}
