import { evaluatePolicies, type ToolPolicy } from "@/lib/core/policy";
import type { ToolFacts } from "@/lib/core/ports";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "./effect";

/**
 * Every policy that binds a tool call of the run; the strictest holds. Policies of wider scope (workspace, role) join
 * the run's own here, and nowhere else.
 */
export function policiesOf({ settings }: Readonly<RunState>): ToolPolicy[] {
  return settings.toolPolicy ? [settings.toolPolicy] : [];
}

/** The tools that the run's plans and agents may know of: a tool that is denied whatever its arguments is none. */
export function offeredTools(context: Pick<EffectContext, "tools" | "state">): ToolFacts[] {
  const policies = policiesOf(context.state());
  return context.tools.list().filter((tool) => evaluatePolicies(policies, tool).decision !== "deny");
}
