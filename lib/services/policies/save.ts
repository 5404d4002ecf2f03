import { insertPolicyVersion, readPolicyVersions } from "@/db/queries/settings/policies";
import type { PolicyMessage } from "@/lib/core/describe/policy";
import { savePolicyInput } from "@/lib/core/inputs/policies";
import { changeSetup } from "../settings/change-setup";
import { idForKey, requireSameContent } from "../submit";
import { defineVerb } from "../verb";
import { requireValidPolicy } from "./require-valid-policy";
import { policyConflict, versionsOf } from "./versions-of";

/**
 * Stores the next version of a policy, or the first of a new one; it binds running missions within seconds. `version`
 * is the one that was edited: `conflict` when there is a newer one now. Throws `invalid_input` with every error of
 * the policy, `not_found`. A repeat of the request that made one makes no second. `warnings` are what it names that is not there.
 */
export const savePolicy = defineVerb({
  name: "policies/save",
  capability: "admin",
  description:
    "`{name, scope, policy}`: a new one; `scope` is `{kind: workspace}` or `{kind: role, role}`. The reply's `warnings` are what it names that is not there",
  routes: [
    { at: "POST /api/v1/policies", omit: ["policyId", "version"] },
    {
      at: "POST /api/v1/policies/{id}",
      description: "`{version, name, scope, policy}`: its next version; `version` is the one that was edited",
      id: "policyId",
    },
  ],
  input: savePolicyInput,
  async run({ ctx, input }): Promise<{ policyId: string; version: number; warnings: PolicyMessage[] }> {
    const { name, scope, policy } = input;
    const warnings = requireValidPolicy(policy, ctx.tools);
    const { workspaceId, name: author } = ctx.actor;
    const id = input.policyId ?? idForKey(ctx, "pol");
    const isNew = input.policyId === undefined;
    const made = isNew ? (await readPolicyVersions(ctx.db, { workspaceId, id })).at(-1) : undefined;
    if (made) {
      requireSameContent(
        { name: made.name, scope: made.scope, policy: made.policy },
        { name, scope, policy },
      );
      return { policyId: id, version: 1, warnings };
    }
    const newest = isNew ? undefined : (await versionsOf(ctx, id))[0];
    if ((newest?.version ?? 0) !== input.version) throw policyConflict(newest);
    const version = input.version + 1;
    const row = { workspaceId, id, version, name, scope, policy, active: true, author };
    await changeSetup(
      ctx,
      { action: "policy_saved", subject: id, details: { version, name, scope, policy } },
      async (tx) => {
        if (!(await insertPolicyVersion(tx, row))) throw policyConflict(undefined);
      },
    );
    return { policyId: id, version, warnings };
  },
});
