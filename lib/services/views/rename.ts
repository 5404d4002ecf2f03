import { lockViews, readViews, renameView as storeName } from "@/db/queries/settings/saved-views";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { renameViewInput } from "@/lib/core/inputs/saved-views";
import { defineVerb } from "../verb";
import { noSuchView } from "./remove";

/** Gives a saved view of the caller another name. Throws `not_found`, and `conflict` where another view has it. */
export const renameView = defineVerb({
  name: "views/rename",
  capability: "view",
  description: "`{name}`: gives it another name, which no other view of the caller may have",
  routes: [{ at: "POST /api/v1/views/{id}/rename", id: "viewId" }],
  input: renameViewInput,
  async run({ ctx, input: { viewId: id, name } }): Promise<{ viewId: string }> {
    const owner = { workspaceId: ctx.actor.workspaceId, personId: ctx.actor.id };
    await ctx.transact(async (tx) => {
      await lockViews(tx, owner);
      const known = await readViews(tx, { ...owner, page: "runs" });
      if (known.some((view) => view.name === name && view.id !== id)) throw nameTaken(name);
      if (!(await storeName(tx, { ...owner, id, name }))) throw noSuchView(id);
    });
    return { viewId: id };
  },
});

const nameTaken = (name: string) =>
  new DomainFailure(domainError("conflict", `Another saved view is named “${name}”.`));
