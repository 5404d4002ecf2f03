import type { z } from "zod";
import { invalidInput } from "@/lib/core/errors";
import { fillTemplateInput } from "@/lib/core/inputs/templates";
import type { Plan } from "@/lib/core/plan/schema";
import { fillTemplate } from "@/lib/core/templates/fill";
import type { TemplateRef } from "@/lib/core/templates/ref";
import type { ServiceContext } from "../context";
import { defineVerb } from "../verb";
import { archivedTemplate, noTemplate, requireTemplate } from "./view";

type FilledPlan = { template: TemplateRef; plan: Plan };

/** The plan that a template makes of values; nothing starts. Throws `not_found`, `not_allowed_now` and `invalid_input`. */
export const fillTemplateVerb = defineVerb({
  name: "templates/fill",
  capability: "view",
  description: "`{version?, values}`: the plan that it makes of these values; nothing starts",
  routes: [{ at: "POST /api/v1/templates/{id}/fill", id: "templateId" }],
  input: fillTemplateInput,
  run: ({ ctx, input }) => filledPlan(ctx, input),
});

/** The same for another verb. `invalid_input` names each parameter that is missing, wrong or unknown. */
export async function filledPlan(
  ctx: ServiceContext,
  { values, ...of }: z.output<typeof fillTemplateInput>,
): Promise<FilledPlan> {
  const { template } = await requireTemplate(ctx, of);
  const { id, version, kind, name, authors, archivedAt } = template;
  if (kind !== "plan") throw noTemplate();
  if (archivedAt !== null) throw archivedTemplate(name);
  const filled = fillTemplate(template, values);
  if (filled.ok) return { template: { id, version, name, authors }, plan: filled.plan };
  const issues = filled.problems.map(({ param, ...problem }) => ({ path: `values.${param}`, ...problem }));
  throw invalidInput(issues[0]?.message ?? "The values do not fit the template.", { issues });
}
