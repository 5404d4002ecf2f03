import { z } from "zod";
import { readHeldReviews } from "@/db/queries/read-approvals";
import { pageLimit } from "@/lib/core/inputs/bounds";
import type { HeldDecision } from "@/lib/core/views";
import { defineVerb } from "../verb";

/** Decisions of reviews that apply by themselves unless a person decides otherwise, the next one first (docs/engine.md). */
export const listHeld = defineVerb({
  name: "approvals/held",
  capability: "view",
  routes: [{ at: "GET /api/v1/approvals/held" }],
  input: z.strictObject({ limit: pageLimit }),
  run: async ({ ctx, input }): Promise<{ items: HeldDecision[] }> => ({
    items: await readHeldReviews(ctx.db, { workspaceId: ctx.actor.workspaceId, limit: input.limit }),
  }),
});
