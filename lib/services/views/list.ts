import { readViews } from "@/db/queries/settings/saved-views";
import { listViewsInput } from "@/lib/core/inputs/saved-views";
import type { SavedView } from "@/lib/core/views";
import { defineVerb } from "../verb";

export const listViews = defineVerb({
  name: "views/list",
  capability: "view",
  description:
    "The caller's saved views of the list of runs: `{items: [{viewId, name, page, query}]}`, `query` as the address of the list has it",
  routes: [{ at: "GET /api/v1/views" }],
  input: listViewsInput,
  async run({ ctx, input: { page } }): Promise<{ items: SavedView[] }> {
    const { workspaceId, id: personId } = ctx.actor;
    const rows = await readViews(ctx.db, { workspaceId, personId, page });
    return { items: rows.map(({ id, name, page, query }) => ({ viewId: id, name, page, query })) };
  },
});
