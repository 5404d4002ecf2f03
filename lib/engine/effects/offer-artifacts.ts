import { evaluatePolicies } from "@/lib/core/policy";
import { artifactsOf, READ_ARTIFACT } from "@/lib/core/trajectory";
import type { Attempt } from "./attempt";
import type { EffectContext } from "./effect";
import { policiesOfCalls } from "./offered-tools";

/**
 * Gives an attempt whose steps have brought an artifact the tool to look into it, whatever its plan says of tools, unless
 * a policy denies it. It follows from the steps alone, so that it is the same after a crash.
 */
export function offerArtifacts(context: EffectContext, attempt: Attempt): void {
  const { constraints, steps } = attempt.trajectory;
  if (constraints.tools.includes(READ_ARTIFACT) || artifactsOf(steps).length === 0) return;
  const tool = context.tools.find(READ_ARTIFACT);
  if (!tool || evaluatePolicies(policiesOfCalls(context), tool).decision === "deny") return;
  const { name, description, inputSchema } = tool;
  attempt.tools = [...attempt.tools, { name, description, inputSchema }];
  const tools = [...constraints.tools, name];
  attempt.trajectory = { ...attempt.trajectory, constraints: { ...constraints, tools } };
}
