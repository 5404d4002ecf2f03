import { replaceDefaults } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { roleDefaultsInput } from "@/lib/core/inputs/models";
import type { ServedRole } from "@/lib/core/models/providers";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/**
 * Says which model serves each role where neither the run nor the agent names one; `default` serves roles that are left
 * out. Throws `invalid_input` for a model that cannot be called.
 */
export const setRoleDefaults = defineVerb({
  name: "models/setRoleDefaults",
  capability: "admin",
  description: "`{defaults: {role: model}}`: which model serves each role; `default` serves all others",
  routes: [{ at: "POST /api/v1/models/defaults" }],
  input: roleDefaultsInput,
  async run({ ctx, input: { defaults } }): Promise<{ defaults: Record<string, string> }> {
    const known = new Set(ctx.models.map(({ id }) => id));
    const chosen: Partial<Record<ServedRole, string>> = defaults;
    const issues = Object.entries(chosen).flatMap(([role, id]) =>
      known.has(id)
        ? []
        : [{ path: `defaults.${role}`, message: `${id} is none of the models that can be called.` }],
    );
    const [first] = issues;
    if (first) throw new DomainFailure(domainError("invalid_input", first.message, { issues }));
    await changeSetup(ctx, { action: "role_defaults_set", details: { defaults: chosen } }, (tx) =>
      replaceDefaults(tx, ctx.actor.workspaceId, chosen),
    );
    return { defaults: chosen };
  },
});
