import { z } from "zod";
import { serialisePlan, writePlanText } from "@/lib/core/plan";
import { type DrawnState, toMermaid } from "@/lib/core/plan/mermaid";
import type { Plan } from "@/lib/core/plan/schema";
import { PLAN_FORMATS, type PlanFile, type PlanFormat } from "@/lib/core/views";
import { requireRun } from "../submit";
import { defineVerb } from "../verb";
import { getPlan } from "./get";

type Form = {
  extension: string;
  contentType: string;
  write(plan: Plan, state: DrawnState | undefined): string;
};

const FORMS: Record<PlanFormat, Form> = {
  json: { extension: "json", contentType: "application/json", write: serialisePlan },
  text: { extension: "txt", contentType: "text/plain; charset=utf-8", write: writePlanText },
  mermaid: { extension: "mmd", contentType: "text/plain; charset=utf-8", write: toMermaid },
};

/**
 * A plan version of a run as a file, the newest when none is named: JSON and Step text, which read back as the same
 * plan, or a drawing in Mermaid, which shows how far the version in force has come. Throws `not_found`.
 */
export const exportPlan = defineVerb({
  name: "plans/export",
  capability: "view",
  input: getPlan.schema.extend({ format: z.enum(PLAN_FORMATS) }),
  async run({ ctx, input }): Promise<PlanFile> {
    const { format, ...of } = input;
    const { plan, version } = await getPlan({ ctx, input: of });
    const state = await requireRun(ctx, input.runId);
    const { extension, contentType, write } = FORMS[format];
    const text = write(plan, version === state.planVersion ? state : undefined);
    return { fileName: `${slugOf(plan.title)}-v${version}.${extension}`, contentType, text };
  },
});

/** The title in letters, digits and dashes, so that every system takes it as a file name. */
function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return slug || "plan";
}
