import { lockViews, readViews, saveView as storeView } from "@/db/queries/settings/saved-views";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { MAX_VIEWS } from "@/lib/core/inputs/limits";
import { saveViewInput } from "@/lib/core/inputs/saved-views";
import { defineVerb } from "../verb";

/** Throws `not_allowed_now` for more views than one person may keep. */
export const saveView = defineVerb({
  name: "views/save",
  capability: "view",
  description: "`{name, query}`: saves a view for the caller alone; one of the same name is replaced",
  routes: [{ at: "POST /api/v1/views", answer: "created" }],
  input: saveViewInput,
  async run({ ctx, input }): Promise<{ viewId: string }> {
    const owner = { workspaceId: ctx.actor.workspaceId, personId: ctx.actor.id, page: input.page };
    const newId = `view_${ctx.ids.next()}`;
    const id = await ctx.transact(async (tx) => {
      await lockViews(tx, owner);
      const known = await readViews(tx, owner);
      if (known.length >= MAX_VIEWS && !known.some(({ name }) => name === input.name)) throw tooMany();
      return storeView(tx, { ...owner, ...input, id: newId });
    });
    return { viewId: id ?? newId };
  },
});

const tooMany = () =>
  new DomainFailure(domainError("not_allowed_now", `You have ${MAX_VIEWS} saved views. Remove one first.`));
