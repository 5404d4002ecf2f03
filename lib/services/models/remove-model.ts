import { z } from "zod";
import { deleteDefaultsOf, deleteModel } from "@/db/queries/settings/model-settings";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { modelId } from "@/lib/core/inputs/models";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";

/**
 * Forgets what the settings say of a model. One of the environment is then as it was; another is gone, with the defaults
 * that name it, and runs that still ask for it are asked about it. Throws `not_found`.
 */
export const removeModel = defineVerb({
  name: "models/removeModel",
  capability: "admin",
  description: "`{id}`: forgets what the settings say of a model",
  routes: [{ at: "POST /api/v1/models/remove" }],
  input: z.strictObject({ id: modelId }),
  async run({ ctx, input: { id } }): Promise<{ id: string }> {
    const { workspaceId } = ctx.actor;
    const provider = ctx.setup.modelProviders().find(({ name }) => id.startsWith(`${name}:`));
    await changeSetup(ctx, { action: "model_removed", subject: id }, async (tx) => {
      if (!(await deleteModel(tx, workspaceId, id)))
        throw new DomainFailure(domainError("not_found", `The settings have no model ${id}.`));
      if (provider?.from !== "environment") await deleteDefaultsOf(tx, workspaceId, id);
    });
    return { id };
  },
});
