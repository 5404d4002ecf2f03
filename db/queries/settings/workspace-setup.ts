import { eq, sql } from "drizzle-orm";
import type { Orm } from "../../client";
import { workspaceSetups } from "../../schema";

/** The version of what the workspace has set up; 0 before anything was. */
export async function readSetupVersion(db: Orm, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ version: workspaceSetups.version })
    .from(workspaceSetups)
    .where(eq(workspaceSetups.workspaceId, workspaceId));
  return row?.version ?? 0;
}

/** Whether the workspace offers simulated tools to real models too. */
export async function readSimulatedTools(db: Orm, workspaceId: string): Promise<boolean> {
  const [row] = await db
    .select({ simulatedTools: workspaceSetups.simulatedTools })
    .from(workspaceSetups)
    .where(eq(workspaceSetups.workspaceId, workspaceId));
  return row?.simulatedTools ?? false;
}

export async function writeSimulatedTools(tx: Orm, workspaceId: string, simulatedTools: boolean) {
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 0, simulatedTools })
    .onConflictDoUpdate({ target: workspaceSetups.workspaceId, set: { simulatedTools } });
}

/** Tells every process that keeps the workspace's setup that there is a newer one, when the transaction commits. */
export async function raiseSetupVersion(tx: Orm, workspaceId: string): Promise<void> {
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 1 })
    .onConflictDoUpdate({
      target: workspaceSetups.workspaceId,
      set: { version: sql`${workspaceSetups.version} + 1` },
    });
  await tx.execute(sql`select pg_notify('waymark_setups', ${workspaceId})`);
}
