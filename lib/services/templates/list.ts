import { readTemplates } from "@/db/queries/templates";
import { listTemplatesInput } from "@/lib/core/inputs/templates";
import type { TemplateView } from "@/lib/core/templates/view";
import { defineVerb } from "../verb";
import { readOutcomes, templateView } from "./view";

export const listTemplates = defineVerb({
  name: "templates/list",
  capability: "view",
  description:
    "The templates of the workspace by name, plans, reviews and agents or those of one `kind`, each as its newest version, with what the runs of every version came to (`outcomes`); `status` is `active` unless it is `archived`",
  see: ["templates.md"],
  routes: [{ at: "GET /api/v1/templates" }],
  input: listTemplatesInput,
  async run({ ctx, input: { kind, status } }): Promise<{ items: TemplateView[] }> {
    const { workspaceId } = ctx.actor;
    const rows = await readTemplates(ctx.db, { workspaceId, kind, archived: status === "archived" });
    const outcomes = await readOutcomes(ctx, rows);
    return { items: rows.map((row) => templateView(row, outcomes)) };
  },
});
