import { archiveTemplate as store } from "@/db/queries/templates";
import { writeAudit } from "@/db/queries/write-audit";
import { archiveTemplateInput } from "@/lib/core/inputs/templates";
import { actorRefOf } from "../context";
import { defineVerb, requireCapability } from "../verb";
import { noTemplate, requireTemplate } from "./view";

/** Takes a template out of use, or back into it. Its runs keep naming it. Throws `not_found`. */
export const archiveTemplate = defineVerb({
  name: "templates/archive",
  capability: "operate",
  description: "`{archived}`: takes it out of use, or back into it with `false`",
  routes: [{ at: "POST /api/v1/templates/{id}/archive", id: "templateId" }],
  input: archiveTemplateInput,
  async run({
    ctx,
    input: { templateId: id, archived },
  }): Promise<{ templateId: string; archived: boolean }> {
    const { workspaceId } = ctx.actor;
    const { template } = await requireTemplate(ctx, { templateId: id });
    if (template.kind === "review") requireCapability(ctx.actor, "review");
    await ctx.transact(async (tx) => {
      if (!(await store(tx, { workspaceId, id, archived }))) throw noTemplate();
      const action = archived ? "template_archived" : "template_restored";
      await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), action, subject: id });
    });
    return { templateId: id, archived };
  },
});
