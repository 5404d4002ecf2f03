import { z } from "zod";
import { policyId } from "@/lib/core/inputs/policies";
import type { PolicyView } from "@/lib/core/policy";
import { defineVerb } from "../verb";
import { versionsOf } from "./versions-of";

/** All versions of a policy, newest first: what each said, who made it and when. Throws `not_found`. */
export const policyHistory = defineVerb({
  name: "policies/history",
  capability: "view",
  description: "All its versions, newest first",
  routes: [{ at: "GET /api/v1/policies/{id}/history", id: "policyId" }],
  input: z.strictObject({ policyId }),
  async run({ ctx, input }): Promise<{ items: PolicyView[] }> {
    return { items: await versionsOf(ctx, input.policyId) };
  },
});
