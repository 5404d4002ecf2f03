import { z } from "zod";
import { planSource } from "@/lib/core/inputs/plans";
import { critiquePlan } from "@/lib/core/plan/critic";
import type { Critique } from "@/lib/core/plan/critic/types";
import { toolsOfSettings } from "@/lib/engine/simulated-tools";
import { defineVerb } from "../verb";
import { readPlanInput } from "./plan-input";

/**
 * What the critic's rules say of a plan, with the tools that runs have; one that cannot run is critiqued too. Throws
 * `invalid_plan` for what is no plan.
 */
export const critiquePlanInput = defineVerb({
  name: "plans/critique",
  capability: "view",
  routes: [{ at: "POST /api/v1/plans/critique" }],
  input: z.strictObject({ plan: planSource }),
  async run({ ctx, input }): Promise<Critique> {
    const tools = toolsOfSettings(ctx.setup).list();
    return critiquePlan((await readPlanInput(ctx, input.plan)).plan, { tools });
  },
});
