import { z } from "zod";
import { leaveOut, planSource } from "@/lib/core/inputs/plans";
import { levels, validatePlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import { runSettings } from "@/lib/core/run/settings";
import { planPolicies } from "@/lib/core/run/tool-policies";
import type { PlanCheck } from "@/lib/core/views";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import { defineVerb } from "../verb";
import { gateFactsOf, readWithinLimit } from "./plan-input";

const NO_CHOICES = runSettings.parse({});

/** Replies with what is wrong, unreadable texts included; throws `invalid_plan` for one over the limit alone. */
export const checkPlan = defineVerb({
  name: "plans/validate",
  capability: "view",
  description:
    "What keeps a `plan` from running, without what `leaveOut?` names, and its levels: `{issues, levels}`",
  routes: [{ at: "POST /api/v1/plans/validate" }],
  input: z.strictObject({ plan: planSource, leaveOut }),
  async run({ ctx, input }): Promise<PlanCheck> {
    const { plan, errors } = await readWithinLimit(ctx, input.plan, input);
    if (!plan) return { issues: errors, levels: [] };
    const policies = planPolicies(
      { state: { settings: NO_CHOICES }, workspace: ctx.setup.policies() },
      "person",
    );
    const gates = gateFactsOf(ctx);
    const tools = toolsOfSettings(ctx.setup).list();
    return {
      issues: [...errors, ...validatePlan(plan, { tools, ...policies, gates })],
      levels: levelsOf(plan),
    };
  },
});

function levelsOf(plan: Plan): string[][] {
  const byLevel: string[][] = [];
  for (const [id, level] of levels(plan)) {
    byLevel[level] ??= [];
    byLevel[level].push(id);
  }
  return byLevel;
}
