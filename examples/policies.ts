import { localPerson as actor } from "@/lib/auth/actor";
import { asDomainError } from "@/lib/core/errors";
import type { Services } from "@/lib/services/registry";
import { type Example, play, settled } from "./world";

type Policy = NonNullable<Parameters<Services["policies"]["explain"]>[0]["input"]["runPolicy"]>;

/** Three tiers of the same service, as policies of a run (docs/policies.md). */
const TIERS: Record<string, Policy> = {
  free: { allowed: ["list_deployments"] },
  premium: {
    denied: ["http_request"],
    rules: [{ tool: "deploy", path: "environment", operator: "=", value: "production", effect: "ask" }],
  },
  enterprise: {},
};

const CALLS: { tool: string; args: Record<string, string> }[] = [
  { tool: "list_deployments", args: { service: "shop", environment: "production" } },
  { tool: "deploy", args: { service: "shop", environment: "staging", version: "v2" } },
  { tool: "deploy", args: { service: "shop", environment: "production", version: "v2" } },
];

const PROGRAM = '(tool/deploy {:service "shop" :environment "production" :version "v2"})';
const plan = {
  title: "Release",
  tasks: [{ id: "release", title: "Release the shop", type: "direct" as const, input: PROGRAM }],
};

/** What each tier may do by its policy, and what becomes of the same plan under each. */
export const policies: Example = async (world) => {
  const { services, print } = world;
  for (const [tier, toolPolicy] of Object.entries(TIERS)) {
    print(tier);
    for (const { tool, args } of CALLS) {
      const input = { tool, args, role: "direct" as const, runPolicy: toolPolicy };
      const { decision, reason } = await services.policies.explain({ actor, input });
      print(`  ${tool} ${args.environment}: ${decision}${reason ? ` (${reason})` : ""}`);
    }
    print(`  the plan: ${await outcome(world, toolPolicy)}`);
  }
};

async function outcome(world: Parameters<Example>[0], toolPolicy: Policy): Promise<string> {
  const { services } = world;
  try {
    const settings = { reviewMode: "auto" as const, toolPolicy };
    const report = await play(world, { mission: "Release the shop", plan, settings });
    const [gate] = report.openApprovals;
    if (!gate) return report.status;
    const { approvalId, digest, prompt } = gate;
    await services.approvals.decide({ actor, input: { approvalId, digest, verb: "approve" } });
    return `waiting (${prompt}), approved, ${(await settled(services, report.runId)).status}`;
  } catch (thrown) {
    return `refused (${asDomainError(thrown)?.message ?? String(thrown)})`;
  }
}
