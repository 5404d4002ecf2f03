import { z } from "zod";
import { layoutOfDrill } from "@/lib/core/drills/layout";
import type { PlanLayout } from "@/lib/core/layout/plan-layout";
import { orDrill, type ShownDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";

/**
 * Where the tasks of the run's plan are on the canvas, made where it is not stored yet; with the ways of the edges, which
 * take longer, when those are asked for. Throws `not_found`.
 */
export const layoutOfRun = defineVerb({
  name: "runs/layout",
  capability: "view",
  routes: [{ at: "GET /api/v1/runs/{id}/layout", id: "runId" }],
  input: z.strictObject({
    runId: z.string().max(200),
    part: z.enum(["nodes", "edges"]).default("nodes"),
  }),
  async run({ ctx, input: { runId, part } }): Promise<PlanLayout> {
    const state = await storedRun(ctx, runId).catch(orDrill(ctx, runId, layoutOfShown));
    return "nodes" in state ? state : ctx.layouts.make(state, part);
  },
});

const layoutOfShown = ({ state }: ShownDrill): PlanLayout => layoutOfDrill(state);
