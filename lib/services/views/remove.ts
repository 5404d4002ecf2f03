import { removeView as dropView } from "@/db/queries/settings/saved-views";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { removeViewInput } from "@/lib/core/inputs/saved-views";
import { defineVerb } from "../verb";

/** Removes a saved view of the caller; the runs in it stay. Throws `not_found`. */
export const removeView = defineVerb({
  name: "views/remove",
  capability: "view",
  description: "Removes it; its runs stay",
  routes: [{ at: "POST /api/v1/views/{id}/remove", id: "viewId" }],
  input: removeViewInput,
  async run({ ctx, input: { viewId: id } }): Promise<{ viewId: string }> {
    const owner = { workspaceId: ctx.actor.workspaceId, personId: ctx.actor.id };
    if (!(await ctx.transact((tx) => dropView(tx, { ...owner, id })))) throw noSuchView(id);
    return { viewId: id };
  },
});

export const noSuchView = (id: string) =>
  new DomainFailure(domainError("not_found", `There is no saved view ${id}.`));
