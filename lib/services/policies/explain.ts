import type { z } from "zod";
import { describeVerdict } from "@/lib/core/describe/policy";
import { explainPolicyInput, type PolicyDraft } from "@/lib/core/inputs/policies";
import { declaredAgent } from "@/lib/core/plan/agents";
import {
  explainPolicy,
  POLICY_ROLES,
  type PolicyExplanation,
  type SourcedPolicy,
  strictestOf,
  type WorkspacePolicies,
  workspacePolicies,
} from "@/lib/core/policy";
import { runSettings } from "@/lib/core/run/settings";
import { policiesOf } from "@/lib/core/run/tool-policies";
import type { ServiceContext } from "../context";
import { readRun } from "../submit";
import { defineVerb } from "../verb";

/**
 * What would happen to a call, and why: the verdict of everything in force, and what each policy says. Without `args`
 * it is whether the tool may be used at all. `runId` adds the run's policy, `agent` that of one of its agents,
 * `runPolicy` one that a run is to have, `draft` one that is not stored. Nothing runs. Throws `not_found`.
 */
export const explainPolicyVerdict = defineVerb({
  name: "policies/explain",
  capability: "view",
  description:
    "`{tool, args?, role?, runId?, agent?, runPolicy?, draft?}`: what would happen to a call, and why; nothing runs",
  see: ["policies.md#what-would-happen"],
  routes: [{ at: "POST /api/v1/policies/explain" }],
  input: explainPolicyInput,
  async run({ ctx, input }): Promise<PolicyExplanation> {
    const { tool: name, args, role } = input;
    const inForce = await policiesInForce(ctx, input);
    const tool = ctx.tools.find(name);
    const verdicts = inForce.map((policy) => explainPolicy(policy, tool ?? { name }, args));
    const policies = verdicts.map(describeVerdict);
    const { decision, reason } = describeVerdict(strictestOf(verdicts));
    const verdict = tool ? { decision, reason } : { decision: "deny" as const, reason: noTool(name) };
    const problem = tool && args !== undefined ? ctx.tools.checkArguments(name, args) : undefined;
    return {
      tool: name,
      known: tool !== undefined,
      role,
      ...verdict,
      policies,
      ...(problem !== undefined && { argumentProblem: problem }),
      ...(tool &&
        args !== undefined &&
        problem === undefined && { summary: ctx.tools.summarize(name, args) }),
    };
  },
});

type ExplainInput = z.output<typeof explainPolicyInput>;

async function policiesInForce(ctx: ServiceContext, input: ExplainInput): Promise<SourcedPolicy[]> {
  const { role, runId, agent: name = "", runPolicy, draft } = input;
  const state = runId === undefined ? undefined : (await readRun(ctx, runId)).state;
  const own = state?.settings ?? runSettings.parse({});
  const settings = runPolicy ? { ...own, toolPolicy: runPolicy } : own;
  const policy = state && declaredAgent(state, name)?.policy;
  const workspace = withDraft(ctx.setup.policies(), draft);
  return policiesOf({ state: { settings }, workspace, role, agent: { name, policy } });
}

/** The workspace's policies as they would be with the draft among them. */
function withDraft(
  { workspace, roles }: WorkspacePolicies,
  draft: PolicyDraft | undefined,
): WorkspacePolicies {
  if (!draft) return { workspace, roles };
  const { policyId: id = "draft" } = draft;
  const drafted = workspacePolicies([{ ...draft, id }]);
  const others = (policies: readonly SourcedPolicy[] = []) =>
    policies.filter(({ source }) => source?.id !== id);
  const ofRole = (role: (typeof POLICY_ROLES)[number]) => [
    ...others(roles[role]),
    ...(drafted.roles[role] ?? []),
  ];
  return {
    workspace: [...others(workspace), ...drafted.workspace],
    roles: Object.fromEntries(POLICY_ROLES.map((role) => [role, ofRole(role)])),
  };
}

const noTool = (name: string): string => `There is no tool "${name}".`;
