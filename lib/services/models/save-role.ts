import { writeRole } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { roleInput } from "@/lib/core/inputs/models";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/**
 * Says how the calls of a role are made and which models follow when its own cannot be reached (docs/models.md,
 * "Fallback models"). Throws `invalid_input` for a fallback that cannot be called or is simulated.
 */
export const saveRole = defineVerb({
  name: "models/saveRole",
  capability: "admin",
  description:
    "`{role, reasoningEffort?, temperature?, maxOutputTokens?, fallbacks?}`: how the calls of a role are made and which models follow, in place of what was said of it",
  see: ["models.md#how-calls-are-made", "models.md#fallback-models"],
  routes: [{ at: "POST /api/v1/models/roles" }],
  input: roleInput,
  async run({ ctx, input }): Promise<{ role: string }> {
    const { role, ...details } = input;
    const real = new Set(ctx.models.flatMap(({ id, simulated }) => (simulated ? [] : [id])));
    const issues = input.fallbacks.flatMap((id, index) =>
      real.has(id)
        ? []
        : [{ path: `fallbacks.${index}`, message: `${id} is none of the models that can stand in.` }],
    );
    const [first] = issues;
    if (first) throw new DomainFailure(domainError("invalid_input", first.message, { issues }));
    await changeSetup(ctx, { action: "role_saved", subject: role, details }, (tx) =>
      writeRole(tx, ctx.actor.workspaceId, input),
    );
    return { role };
  },
});
