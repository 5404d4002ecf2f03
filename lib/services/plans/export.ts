import { z } from "zod";
import { planFile } from "@/lib/core/plan";
import { PLAN_FORMATS, type TextFile } from "@/lib/core/views";
import { readRun } from "../submit";
import { defineVerb } from "../verb";
import { getPlan } from "./get";

/**
 * A plan version of a run as a file, the newest when none is named: JSON and Step text, which read back as the same
 * plan, a drawing in Mermaid, which shows how far the version in force has come, or the drawing of the loop. Throws
 * `not_found`.
 */
export const exportPlan = defineVerb({
  name: "plans/export",
  capability: "view",
  input: getPlan.schema.extend({ format: z.enum(PLAN_FORMATS) }),
  async run({ ctx, input }): Promise<TextFile> {
    const { format, ...of } = input;
    const { plan, version } = await getPlan({ ctx, input: of });
    const { state } = await readRun(ctx, input.runId);
    return planFile(plan, { format, version, state: version === state.planVersion ? state : undefined });
  },
});
