import { z } from "zod";
import type { CriticTool } from "@/lib/core/plan/critic";
import { defineVerb } from "../verb";

type About = {
  /** True when the built-in simulated model serves unless a run asks for another. */
  simulated: boolean;
  models: { id: string; provider: string; label: string | null; simulated: boolean; priced: boolean }[];
  /** The tools that agents may be given, as validation and the critic look at them. */
  tools: CriticTool[];
};

export const aboutSystem = defineVerb({
  name: "system/about",
  capability: "view",
  description:
    "What the installation offers: whether its models are `simulated`, its `models` and the `tools` that agents may be given",
  routes: [{ at: "GET /api/v1/about" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<About> {
    return {
      simulated: ctx.models[0]?.simulated ?? false,
      models: ctx.models.map(({ id, provider, label = null, simulated, price }) => ({
        id,
        provider,
        label,
        simulated,
        priced: price !== undefined,
      })),
      tools: ctx.tools.list().map(({ name, tags, sideEffects }) => ({ name, tags, sideEffects })),
    };
  },
});
