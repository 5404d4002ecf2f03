import { z } from "zod";
import { planSource } from "@/lib/core/inputs/plans";
import { critiquePlan } from "@/lib/core/plan/critic";
import type { Critique } from "@/lib/core/plan/critic/types";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import { defineVerb } from "../verb";
import { readPlanInput } from "./plan-input";

/** Critiques one that cannot run, too. Throws `invalid_plan` for what is no plan. */
export const critiquePlanInput = defineVerb({
  name: "plans/critique",
  capability: "view",
  description: "What the critic's rules find in a `plan`: `{score, summary, findings, recommendations}`",
  routes: [{ at: "POST /api/v1/plans/critique" }],
  input: z.strictObject({ plan: planSource }),
  async run({ ctx, input }): Promise<Critique> {
    const tools = toolsOfSettings(ctx.setup).list();
    return critiquePlan((await readPlanInput(ctx, input.plan)).plan, { tools });
  },
});
