import { insertPolicyVersion } from "@/db/queries/settings/policies";
import { removePolicyInput } from "@/lib/core/inputs/policies";
import { changeSetup } from "../settings/change-setup";
import { defineVerb } from "../verb";
import { policyConflict, versionsOf } from "./versions-of";

/** Throws `not_found`, and `conflict` when `version` is not the newest or the policy has been removed already. */
export const removePolicy = defineVerb({
  name: "policies/remove",
  capability: "admin",
  description: "`{version}`: takes it out of force; its history stays",
  routes: [{ at: "POST /api/v1/policies/{id}/remove", id: "policyId" }],
  input: removePolicyInput,
  async run({ ctx, input }): Promise<{ policyId: string; version: number }> {
    const { policyId: id } = input;
    const [newest] = await versionsOf(ctx, id);
    if (newest.version !== input.version || !newest.active) throw policyConflict(newest);
    const version = newest.version + 1;
    const { workspaceId, name: author } = ctx.actor;
    const { name, scope, policy } = newest;
    const row = { workspaceId, id, version, name, scope, policy, active: false, author };
    await changeSetup(
      ctx,
      { action: "policy_removed", subject: id, details: { version, name } },
      async (tx) => {
        if (!(await insertPolicyVersion(tx, row))) throw policyConflict(undefined);
      },
    );
    return { policyId: id, version };
  },
});
