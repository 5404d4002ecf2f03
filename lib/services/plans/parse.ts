import { z } from "zod";
import { leaveOut, planSource } from "@/lib/core/inputs/plans";
import { gateIssues } from "@/lib/core/plan/validate/gates";
import type { PlanReading } from "@/lib/core/views";
import { defineVerb } from "../verb";
import { gateFactsOf, readWithinLimit } from "./plan-input";

/** A text or JSON as a plan, what was not understood of it, and its gates that nobody here can pass. Throws `invalid_plan` only for one over the limit. */
export const parsePlan = defineVerb({
  name: "plans/parse",
  capability: "view",
  description:
    "Reads a `plan` (text or JSON), without what `leaveOut?` names, and says what was not understood: `{plan, warnings, errors}`; `plan` is `null` where there is none. Gates that nobody here can pass are among the errors (`gate_unpassable`), with `choices` of whom to ask instead",
  see: ["engine.md#who-may-answer"],
  routes: [{ at: "POST /api/v1/plans/parse" }],
  input: z.strictObject({ plan: planSource, leaveOut }),
  async run({ ctx, input }): Promise<PlanReading> {
    const { plan = null, warnings, errors } = await readWithinLimit(ctx, input.plan, input);
    const unpassable = plan ? gateIssues(plan, gateFactsOf(ctx)) : [];
    return { plan, warnings, errors: [...errors, ...unpassable] };
  },
});
