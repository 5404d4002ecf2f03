import { evaluatePolicies, type SourcedPolicy } from "@/lib/core/policy";
import type { ToolFacts } from "@/lib/core/ports";
import type { Payload } from "@/lib/core/run/events";
import { planPolicies, policiesOfTask } from "@/lib/core/run/tool-policies";
import { READ_ARTIFACT } from "@/lib/core/trajectory";
import type { EffectContext } from "../effect";

type Offering = Pick<EffectContext, "tools" | "state" | "policies">;
type FilteredTool = Payload<"policy_applied">["filtered"][number];
type Working = Offering & Pick<EffectContext, "taskId">;

/** The tools that a plan may use, as the planner sees them: denied whatever their arguments are none of them. */
export function toolsForPlans(context: Offering, writtenBy: "model" | "person" = "model"): ToolFacts[] {
  const use = { state: context.state(), workspace: context.policies() };
  const { agent, direct } = planPolicies(use, writtenBy).policies;
  return toolsOf(context).filter((tool) => isOffered(agent, tool) || isOffered(direct, tool));
}

/** The tools that the one who does the context's task may know of. */
export function offeredTools(context: Working): ToolFacts[] {
  const policies = policiesOfCalls(context);
  return toolsOf(context).filter((tool) => isOffered(policies, tool));
}

/** Of these tools those that policies keep from the context's task, with the reason. */
export function filteredTools(context: Working, names: readonly string[]): FilteredTool[] {
  const policies = policiesOfCalls(context);
  return names.flatMap((name) => {
    const tool = context.tools.find(name);
    if (!tool) return [];
    const { decision, reason } = evaluatePolicies(policies, tool);
    return decision === "deny" ? [{ tool: name, reason }] : [];
  });
}

/** Every policy that binds the calls of the context's task, as it is now. */
export function policiesOfCalls(context: Working): SourcedPolicy[] {
  return policiesOfTask(context.state(), context.policies(), context.taskId);
}

/** All tools but the one that looks into artifacts, which an attempt is given when it has some. */
const toolsOf = ({ tools }: Offering): ToolFacts[] =>
  tools.list().filter(({ name }) => name !== READ_ARTIFACT);

const isOffered = (policies: readonly SourcedPolicy[], tool: ToolFacts): boolean =>
  evaluatePolicies(policies, tool).decision !== "deny";
