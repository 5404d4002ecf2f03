import { z } from "zod";
import { planSource } from "@/lib/core/inputs/plans";
import type { PlanReading } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { readWithinLimit } from "./plan-input";

/** A text or JSON as a plan, and what was not understood of it. Throws `invalid_plan` only for one over the limit. */
export const parsePlan = defineVerb({
  name: "plans/parse",
  capability: "view",
  input: z.strictObject({ plan: planSource }),
  async run({ ctx, input }): Promise<PlanReading> {
    const { plan = null, warnings, errors } = await readWithinLimit(ctx, input.plan);
    return { plan, warnings, errors };
  },
});
