import { z } from "zod";
import { describeDiff, diffLines } from "@/lib/core/describe/plans/plan-diff";
import { planSource } from "@/lib/core/inputs/plans";
import { countChanges, diffPlans, isSamePlan } from "@/lib/core/plan/compare/diff";
import type { PlanComparison } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { readPlanInput } from "./plan-input";

/** What plan `b` changes against plan `a`, field by field and in words. Throws `invalid_plan` for what is no plan. */
export const comparePlans = defineVerb({
  name: "plans/diff",
  capability: "view",
  description:
    "What plan `b` changes against plan `a`: `{same, words, lines, counts, diff}`; `counts` are those of the replan history: `{added, removed, changed}`, with `rewritten` where some of the changed stand under other ids; `diff.rewritten` has each with its edits",
  routes: [{ at: "POST /api/v1/plans/diff" }],
  input: z.strictObject({ a: planSource, b: planSource }),
  async run({ ctx, input }): Promise<PlanComparison> {
    const diff = diffPlans(
      (await readPlanInput(ctx, input.a)).plan,
      (await readPlanInput(ctx, input.b)).plan,
    );
    return {
      same: isSamePlan(diff),
      counts: countChanges(diff),
      words: describeDiff(diff),
      lines: diffLines(diff),
      diff,
    };
  },
});
