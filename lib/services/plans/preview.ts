import { z } from "zod";
import { byteLength, jsonObject } from "@/lib/core/json";
import { levels, readPlan, validatePlan } from "@/lib/core/plan";
import type { Plan } from "@/lib/core/plan/schema";
import type { PlanPreview } from "@/lib/core/views";
import { invalidPlan, MAX_PLAN_BYTES, planTooLarge } from "../runs/read-plan-input";
import { defineVerb } from "../verb";

export type { PlanPreview } from "@/lib/core/views";

/**
 * Reads and checks a plan without storing anything. What is wrong with it is in the reply; only one over the size
 * limit throws (`invalid_plan`).
 */
export const previewPlan = defineVerb({
  name: "plans/preview",
  capability: "view",
  input: z.object({ plan: z.union([z.string(), jsonObject]) }),
  async run({ ctx, input }): Promise<PlanPreview> {
    const bytes = byteLength(typeof input.plan === "string" ? input.plan : JSON.stringify(input.plan));
    if (bytes > MAX_PLAN_BYTES) throw invalidPlan([planTooLarge(bytes)]);
    const { plan, warnings, errors } = readPlan(input.plan);
    if (!plan) return { warnings, errors, issues: [], levels: [] };
    const issues = validatePlan(plan, { tools: ctx.tools.list() });
    return { plan, warnings, errors, issues, levels: levelsOf(plan) };
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
