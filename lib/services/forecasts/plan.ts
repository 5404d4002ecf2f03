import { z } from "zod";
import type { Forecast } from "@/lib/core/forecast";
import { planSource } from "@/lib/core/inputs/plans";
import { recordOf } from "@/lib/core/json-schemas";
import { runSettings } from "@/lib/core/run/settings";
import { readPlanInput } from "../plans/plan-input";
import { usedModels } from "../runs/used-models";
import { defineVerb } from "../verb";

/** Throws `invalid_plan` for what is no plan. */
export const forecastPlanInput = defineVerb({
  name: "forecasts/plan",
  capability: "view",
  description:
    "What a `plan` is expected to take, with `models?` by role: `{money, time, writes, toolMicroUsd, demo, runs}`",
  see: ["costs.md#forecasts"],
  routes: [{ at: "POST /api/v1/plans/forecast" }],
  input: z.strictObject({
    plan: planSource,
    models: recordOf(z.string().max(300), z.string().max(100)).default({}),
  }),
  async run({ ctx, input: { plan: source, models } }): Promise<Forecast> {
    const { plan } = await readPlanInput(ctx, source);
    const settings = runSettings.parse({ models });
    return ctx.forecasts.ofPlan(plan, {
      workspaceId: ctx.actor.workspaceId,
      choice: { settings, replacementModels: {} },
      slots: settings.maxConcurrency,
      demo: usedModels(ctx, settings, plan).every(({ simulated }) => simulated),
      nowMs: ctx.clock.nowMs(),
    });
  },
});
