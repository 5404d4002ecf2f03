import {
  type Branch,
  type Call,
  injectResults,
  joinOf,
  type Step,
  setBranchesOf,
} from "@/lib/core/trajectory";
import type { EffectContext } from "../effect";
import { loadBodies } from "../work";

/** The join of a step as it is called: with the results of its set in its arguments, those kept apart in full. */
export async function joinCallOf(context: EffectContext, step: Step): Promise<Call> {
  const join = joinOf(step);
  if (!join) throw new Error(`Step ${step.step} has no join`);
  const digests = setBranchesOf(step).flatMap((branch) => (branch.ok ? (branch.artifact ?? []) : []));
  const bodies = await loadBodies(context, context.state().workspaceId, digests);
  const whole = (branch: Branch): Branch =>
    branch.ok && branch.artifact !== undefined ? { ...branch, output: bodies(branch.artifact) } : branch;
  return { ...join, args: injectResults(join.args, setBranchesOf(step).map(whole)) };
}

/** Why the join cannot be called with what its set gave; it was not run. */
export function joinProblem(context: EffectContext, { callId, tool, args }: Call): Branch | undefined {
  const problem = context.tools.checkArguments(tool, args);
  return problem === undefined
    ? undefined
    : { callId, tool, ok: false, error: `"${tool}" was not run on the results: ${problem}` };
}
