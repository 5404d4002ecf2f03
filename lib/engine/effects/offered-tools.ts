import { evaluatePolicies } from "@/lib/core/policy";
import type { ToolFacts } from "@/lib/core/ports";
import { policiesOf } from "@/lib/core/run/tool-policies";
import { READ_ARTIFACT } from "@/lib/core/trajectory";
import type { EffectContext } from "./effect";

/**
 * The tools that the run's plans and agents may know of: one that is denied whatever its arguments is none of them, nor is
 * the one that looks into artifacts, which an attempt is given when it has some.
 */
export function offeredTools(context: Pick<EffectContext, "tools" | "state">): ToolFacts[] {
  const policies = policiesOf(context.state());
  const all = context.tools.list().filter(({ name }) => name !== READ_ARTIFACT);
  return all.filter((tool) => evaluatePolicies(policies, tool).decision !== "deny");
}
