import { z } from "zod";
import { layoutOfDrill } from "@/lib/core/drills/layout";
import type { PlanLayout } from "@/lib/core/layout/plan-layout";
import { orDrill, type ShownDrill } from "../drills/shown";
import { storedRun } from "../submit";
import { defineVerb } from "../verb";

/** Makes it where it is not stored yet. Throws `not_found`. */
export const layoutOfRun = defineVerb({
  name: "runs/layout",
  capability: "view",
  description:
    "Where the tasks of its plan version are: `{version, nodes: [[id, x, y]], edges: [[id, x, y, …]] or null}`, in pixels at zoom 1; with `part=edges` after the ways of the edges were found, too",
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
