import { getTemplateInput } from "@/lib/core/inputs/templates";
import type { TemplateDetail } from "@/lib/core/templates/view";
import { defineVerb } from "../verb";
import { readOutcomes, requireTemplate, templateView } from "./view";

/** A version of a template in full, the newest when none is named, with all its versions. Throws `not_found`. */
export const getTemplate = defineVerb({
  name: "templates/get",
  capability: "view",
  description: "One version in full, the newest unless one is named, and all versions there are",
  routes: [{ at: "GET /api/v1/templates/{id}", id: "templateId" }],
  input: getTemplateInput,
  async run({ ctx, input }): Promise<TemplateDetail> {
    const { template, versions } = await requireTemplate(ctx, input);
    const { body } = template;
    return {
      ...templateView(template, await readOutcomes(ctx, [template])),
      newest: versions[0]?.version ?? template.version,
      body,
      versions: versions.map(({ version, params, createdBy: by, createdAt }) => ({
        version,
        params,
        by,
        at: createdAt.getTime(),
      })),
    };
  },
});
