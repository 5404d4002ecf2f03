import type { TemplateView } from "@/lib/core/templates/view";

/** The second version of a plan with one parameter, which has not run yet, as lists show it. */
export const templateView = (part: Partial<TemplateView> = {}): TemplateView => ({
  templateId: "tpl 1",
  kind: "plan",
  name: "City tour",
  version: 2,
  title: "Tour of {{city}}",
  tasks: 1,
  params: [{ name: "city", type: "text", required: true }],
  archived: false,
  by: { kind: "person", id: "ada", name: "Ada" },
  at: 0,
  outcomes: [{ version: 1, runs: 4, ended: 4, completed: 3, simulated: 0 }],
  ...part,
});
