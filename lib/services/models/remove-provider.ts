import { z } from "zod";
import { deleteProvider } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { providerName } from "@/lib/core/inputs/models";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/** Removes the defaults that name its models; runs that still ask for one are asked about it. Throws `not_found`. */
export const removeProvider = defineVerb({
  name: "models/removeProvider",
  capability: "admin",
  description: "`{name}`: removes a provider with its key and its models",
  routes: [{ at: "POST /api/v1/models/providers/remove" }],
  input: z.strictObject({ name: providerName }),
  async run({ ctx, input: { name } }): Promise<{ name: string }> {
    await changeSetup(ctx, { action: "provider_removed", subject: name }, async (tx) => {
      if (await deleteProvider(tx, ctx.actor.workspaceId, name)) return;
      throw new DomainFailure(domainError("not_found", `The settings have no provider ${name}.`));
    });
    return { name };
  },
});
