import { eq, sql } from "drizzle-orm";
import type { RunBudgets } from "@/lib/core/run/state/ledger";
import type { Orm, OrmOrTx } from "../../client";
import { workspaceSetups } from "../../schema";

/** The version of what the workspace has set up; 0 before anything was. */
export async function readSetupVersion(db: Orm, workspaceId: string): Promise<number> {
  const [row] = await db
    .select({ version: workspaceSetups.version })
    .from(workspaceSetups)
    .where(eq(workspaceSetups.workspaceId, workspaceId));
  return row?.version ?? 0;
}

/** The same of every workspace that has set anything up. */
export async function readSetupVersions(db: OrmOrTx): Promise<{ workspaceId: string; version: number }[]> {
  const { workspaceId, version } = workspaceSetups;
  return db.select({ workspaceId, version }).from(workspaceSetups);
}

/** Whether the workspace offers simulated tools to real models too, and which limits it gives to new runs. */
export async function readSetupChoices(
  db: Orm,
  workspaceId: string,
): Promise<{ simulatedTools: boolean; runBudgets: RunBudgets }> {
  const { simulatedTools, runBudgets } = workspaceSetups;
  const [row] = await db
    .select({ simulatedTools, runBudgets })
    .from(workspaceSetups)
    .where(eq(workspaceSetups.workspaceId, workspaceId));
  return row ?? { simulatedTools: false, runBudgets: {} };
}

export async function writeSimulatedTools(tx: Orm, workspaceId: string, simulatedTools: boolean) {
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 0, simulatedTools })
    .onConflictDoUpdate({ target: workspaceSetups.workspaceId, set: { simulatedTools } });
}

export async function writeRunBudgets(tx: Orm, workspaceId: string, runBudgets: RunBudgets) {
  await tx
    .insert(workspaceSetups)
    .values({ workspaceId, version: 0, runBudgets })
    .onConflictDoUpdate({ target: workspaceSetups.workspaceId, set: { runBudgets } });
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
