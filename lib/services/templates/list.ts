import { readTemplates } from "@/db/queries/templates";
import { listTemplatesInput } from "@/lib/core/inputs/templates";
import type { TemplateView } from "@/lib/core/templates/view";
import { defineVerb } from "../verb";
import { readOutcomes, templateView } from "./view";

/** The templates of the workspace by name, each as its newest version, with what its runs came to. */
export const listTemplates = defineVerb({
  name: "templates/list",
  capability: "view",
  routes: [{ at: "GET /api/v1/templates" }],
  input: listTemplatesInput,
  async run({ ctx, input: { kind, status } }): Promise<{ items: TemplateView[] }> {
    const { workspaceId } = ctx.actor;
    const rows = await readTemplates(ctx.db, { workspaceId, kind, archived: status === "archived" });
    const outcomes = await readOutcomes(ctx, rows);
    return { items: rows.map((row) => templateView(row, outcomes)) };
  },
});
