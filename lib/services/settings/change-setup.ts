import type { Orm } from "@/db/client";
import { raiseSetupVersion } from "@/db/queries/settings/workspace-setup";
import { writeAudit } from "@/db/queries/write-audit";
import type { Json } from "@/lib/core/json";
import { actorRefOf, type ServiceContext } from "../context";

/**
 * Changes what the workspace has set up: the change, its line in the audit log and the word to all processes commit
 * together. `details` must hold no secret.
 */
export async function changeSetup<T>(
  ctx: ServiceContext,
  auditEntry: { action: string; subject?: string; details?: Json },
  change: (tx: Orm) => Promise<T>,
): Promise<T> {
  const { workspaceId } = ctx.actor;
  const value = await ctx.transact(async (tx) => {
    const changed = await change(tx);
    await raiseSetupVersion(tx, workspaceId);
    await writeAudit(tx, { workspaceId, actor: actorRefOf(ctx.actor), ...auditEntry });
    return changed;
  });
  ctx.workspaces.invalidate(workspaceId);
  return value;
}
