import { z } from "zod";
import { readRunOwners } from "@/db/queries/runs/read-run-owners";
import type { RunOwner } from "@/lib/core/views";
import { defineVerb } from "../verb";

const MAX_OWNERS = 100;

/** Names are those of their newest run, at most a hundred. */
export const listRunOwners = defineVerb({
  name: "runs/owners",
  capability: "view",
  description: "Who has started runs, for filters: `{items: [{id, name}]}`, by name",
  routes: [{ at: "GET /api/v1/runs/owners" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: RunOwner[] }> {
    const { workspaceId } = ctx.actor;
    const owners = await readRunOwners(ctx.db, { workspaceId, limit: MAX_OWNERS });
    return { items: owners.toSorted((a, b) => a.name.localeCompare(b.name, "en")) };
  },
});
