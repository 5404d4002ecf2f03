import { z } from "zod";
import { taskDisplay } from "@/lib/core/describe/looks/task";
import { layoutOfDrill } from "@/lib/core/drills/layout";
import { planFile } from "@/lib/core/plan";
import { planPicture } from "@/lib/core/report/plan-picture";
import { answersByTask } from "@/lib/core/run/selectors";
import type { RunState } from "@/lib/core/run/state";
import { PLAN_FILES, type TextFile } from "@/lib/core/views";
import { readRun } from "../submit";
import { defineVerb } from "../verb";
import { getPlan } from "./get";

/** The drawing shows how far the version in force has come, the picture its tasks where the canvas has them. Throws `not_found`. */
export const exportPlan = defineVerb({
  name: "plans/export",
  capability: "view",
  description:
    "With `format` the plan alone as a file: `json` or `text`, which read back as the same plan, `mermaid`, a drawing, or `loop`, the drawing of the loop in which plans are carried out",
  routes: [{ at: "GET /api/v1/runs/{id}/plan", id: "runId", answer: "textFile", when: { query: "format" } }],
  input: getPlan.schema.extend({ format: z.enum(PLAN_FILES) }),
  async run({ ctx, input }): Promise<TextFile> {
    const { format, ...of } = input;
    const { plan, version } = await getPlan({ ctx, input: of });
    const { state, drill } = await readRun(ctx, input.runId);
    if (format === "svg") {
      const layout = drill ? layoutOfDrill(state) : await ctx.layouts.make(state, "edges");
      return planPicture(plan, { layout, version });
    }
    return planFile(plan, {
      format,
      version,
      ...(version === state.planVersion && { tasks: looksOf(state) }),
    });
  },
});

function looksOf(state: RunState) {
  const answers = answersByTask(state);
  return Object.fromEntries(
    Object.entries(state.tasks).map(([id, task]) => [id, taskDisplay(task, answers.get(id))]),
  );
}
