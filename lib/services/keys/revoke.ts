import { lockKeys, readKey, revokeKeys } from "@/db/queries/settings/api-keys";
import { raiseSetupVersion } from "@/db/queries/settings/workspace-setup";
import { writeAudit } from "@/db/queries/write-audit";
import { DomainFailure, domainError } from "@/lib/core/errors";
import { revokeKeyInput } from "@/lib/core/inputs/keys";
import { actorRefOf } from "../context";
import { defineVerb } from "../verb";

/** Ends their open streams within two seconds. `revoked` is empty for one that was revoked before. Throws `not_found`. */
export const revokeKey = defineVerb({
  name: "keys/revoke",
  capability: "admin",
  description: "Ends a key, and every key that was made with it; `revoked` has their ids",
  routes: [{ at: "POST /api/v1/keys/{id}/revoke", id: "keyId" }],
  input: revokeKeyInput,
  async run({ ctx, input: { keyId: id } }): Promise<{ revoked: string[] }> {
    const { workspaceId } = ctx.actor;
    const by = actorRefOf(ctx.actor);
    const revoked = await ctx.transact(
      async (tx) => {
        if (!(await readKey(tx, { workspaceId, id })))
          throw new DomainFailure(domainError("not_found", "There is no such key."));
        const revoked = await revokeKeys(tx, { workspaceId, id, now: new Date(ctx.clock.nowMs()), by });
        for (const key of revoked) {
          const line = { action: "api_key_revoked", subject: key.id, details: { name: key.name } };
          await writeAudit(tx, { workspaceId, actor: by, ...line });
        }
        // They answer no gate any more, and their notification channels fall silent.
        await raiseSetupVersion(tx, workspaceId);
        return revoked.map((key) => key.id);
      },
      (tx) => lockKeys(tx, { workspaceId }),
    );
    ctx.workspaces.invalidate(workspaceId);
    return { revoked };
  },
});
