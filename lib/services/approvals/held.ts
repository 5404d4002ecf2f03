import { z } from "zod";
import { readHeldReviews } from "@/db/queries/read-approvals";
import { pageLimit } from "@/lib/core/inputs/bounds";
import type { HeldDecision } from "@/lib/core/views";
import { defineVerb } from "../verb";

export const listHeld = defineVerb({
  name: "approvals/held",
  capability: "view",
  description:
    "Decisions of reviews that apply by themselves unless a person decides otherwise, the next one first: `{items: [{runId, taskId, title, mission, decision, heldUntil}]}`, `limit` of them (1 to 200, default 50)",
  see: ["engine.md"],
  routes: [{ at: "GET /api/v1/approvals/held" }],
  input: z.strictObject({ limit: pageLimit }),
  run: async ({ ctx, input }): Promise<{ items: HeldDecision[] }> => ({
    items: await readHeldReviews(ctx.db, { workspaceId: ctx.actor.workspaceId, limit: input.limit }),
  }),
});
