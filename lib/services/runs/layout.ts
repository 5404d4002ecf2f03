import { z } from "zod";
import type { PlanLayout } from "@/lib/core/layout/plan-layout";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";

/**
 * Where the tasks of the run's plan are on the canvas, made where it is not stored yet; with the ways of the edges, which
 * take longer, when those are asked for. Throws `not_found`.
 */
export const layoutOfRun = defineVerb({
  name: "runs/layout",
  capability: "view",
  input: z.strictObject({
    runId: z.string().max(200),
    part: z.enum(["nodes", "edges"]).default("nodes"),
  }),
  async run({ ctx, input: { runId, part } }): Promise<PlanLayout> {
    return ctx.layouts.make(await requireRun(ctx, runId), part);
  },
});
