import { z } from "zod";
import { describeDiff, diffLines } from "@/lib/core/plan/describe-diff";
import { diffPlans, isSamePlan } from "@/lib/core/plan/diff";
import type { PlanComparison } from "@/lib/core/views";
import { planSource, readPlanInput } from "../runs/read-plan-input";
import { defineVerb } from "../verb";

/** What plan `b` changes against plan `a`, field by field and in words. Throws `invalid_plan` for what is no plan. */
export const comparePlans = defineVerb({
  name: "plans/diff",
  capability: "view",
  input: z.object({ a: planSource, b: planSource }),
  async run({ input }): Promise<PlanComparison> {
    const diff = diffPlans(readPlanInput(input.a).plan, readPlanInput(input.b).plan);
    return { same: isSamePlan(diff), words: describeDiff(diff), lines: diffLines(diff), diff };
  },
});
