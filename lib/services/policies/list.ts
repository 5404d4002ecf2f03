import { z } from "zod";
import { readPolicies } from "@/db/queries/settings/policies";
import type { PolicyView } from "@/lib/core/policy";
import { defineVerb } from "../verb";

export const listPolicies = defineVerb({
  name: "policies/list",
  capability: "view",
  description: "The tool policies of the workspace that are in force",
  see: ["policies.md"],
  routes: [{ at: "GET /api/v1/policies" }],
  input: z.strictObject({}),
  async run({ ctx }): Promise<{ items: PolicyView[] }> {
    return { items: await readPolicies(ctx.db, ctx.actor.workspaceId) };
  },
});
