import { z } from "zod";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { inAddress, ordinal } from "@/lib/core/inputs/bounds";
import { policyId } from "@/lib/core/inputs/policies";
import type { PolicyView } from "@/lib/core/policy";
import { defineVerb } from "../verb";
import { versionsOf } from "./versions-of";

/** A policy as it is, or as one version had it. Throws `not_found`. */
export const getPolicy = defineVerb({
  name: "policies/get",
  capability: "view",
  description: "One policy as it is, or as a version had it",
  routes: [{ at: "GET /api/v1/policies/{id}", id: "policyId" }],
  input: z.strictObject({ policyId, version: inAddress(ordinal).optional() }),
  async run({ ctx, input }): Promise<PolicyView> {
    const [newest, ...older] = await versionsOf(ctx, input.policyId);
    const found =
      input.version === undefined
        ? newest
        : [newest, ...older].find(({ version }) => version === input.version);
    if (!found) throw new DomainFailure(domainError("not_found", "The policy has no such version."));
    return found;
  },
});
