import { readTemplateOutcomes } from "@/db/queries/templates";
import { getTemplateInput } from "@/lib/core/inputs/templates";
import type { TemplateDetail } from "@/lib/core/templates/view";
import { defineVerb } from "../verb";
import { requireTemplate, templateView } from "./view";

/** A version of a template in full, the newest when none is named, with all its versions. Throws `not_found`. */
export const getTemplate = defineVerb({
  name: "templates/get",
  capability: "view",
  input: getTemplateInput,
  async run({ ctx, input }): Promise<TemplateDetail> {
    const { template, versions } = await requireTemplate(ctx, input);
    const { workspaceId, id, body } = template;
    const outcomes = await readTemplateOutcomes(ctx.db, { workspaceId, ids: [id] });
    return {
      ...templateView(template, outcomes.get(id)),
      newest: versions[0]?.version ?? template.version,
      body,
      versions: versions.map(({ version, params, createdBy: by, createdAt }) => ({
        ...{ version, params, by },
        at: createdAt.getTime(),
      })),
    };
  },
});
