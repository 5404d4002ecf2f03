import { and, eq, sql } from "drizzle-orm";
import {
  SERVED_ROLES,
  type ServedRole,
  type StoredModel,
  type StoredModels,
  type StoredRole,
} from "@/lib/core/models/providers";
import type { Orm } from "../../client";
import { modelDefaults, modelProviders, modelRoles, models } from "../../schema";

export type ProviderRow = typeof modelProviders.$inferSelect;

/** All that a workspace has set up about models, by name. */
export async function readModelSettings(
  db: Orm,
  workspaceId: string,
): Promise<Omit<StoredModels, "providers"> & { providers: ProviderRow[] }> {
  const [providers, rows, defaults, roles] = await Promise.all([
    db
      .select()
      .from(modelProviders)
      .where(eq(modelProviders.workspaceId, workspaceId))
      .orderBy(modelProviders.name),
    db.select().from(models).where(eq(models.workspaceId, workspaceId)).orderBy(models.id),
    db
      .select({ role: modelDefaults.role, modelId: modelDefaults.modelId })
      .from(modelDefaults)
      .where(eq(modelDefaults.workspaceId, workspaceId)),
    db.select().from(modelRoles).where(eq(modelRoles.workspaceId, workspaceId)),
  ]);
  return { providers, models: rows, defaults, roles };
}

/** The provider of that name, held against changes of others until the transaction ends. */
export async function readProvider(
  tx: Orm,
  workspaceId: string,
  name: string,
): Promise<ProviderRow | undefined> {
  const [row] = await tx
    .select()
    .from(modelProviders)
    .where(and(eq(modelProviders.workspaceId, workspaceId), eq(modelProviders.name, name)))
    .for("update");
  return row;
}

export async function writeProvider(tx: Orm, row: Omit<ProviderRow, "updatedAt">): Promise<void> {
  const set = { ...row, updatedAt: sql`clock_timestamp()` };
  await tx
    .insert(modelProviders)
    .values(set)
    .onConflictDoUpdate({ target: [modelProviders.workspaceId, modelProviders.name], set });
}

/** Removes a provider, its models and the defaults that name them; false when there is none of that name. */
export async function deleteProvider(tx: Orm, workspaceId: string, name: string): Promise<boolean> {
  const deleted = await tx
    .delete(modelProviders)
    .where(and(eq(modelProviders.workspaceId, workspaceId), eq(modelProviders.name, name)))
    .returning({ name: modelProviders.name });
  if (deleted.length === 0) return false;
  await tx.delete(models).where(and(eq(models.workspaceId, workspaceId), eq(models.provider, name)));
  const ofProvider = sql`starts_with(${modelDefaults.modelId}, ${`${name}:`})`;
  await tx.delete(modelDefaults).where(and(eq(modelDefaults.workspaceId, workspaceId), ofProvider));
  return true;
}

export async function writeModel(tx: Orm, workspaceId: string, model: StoredModel): Promise<void> {
  const row = { workspaceId, ...model, updatedAt: sql`clock_timestamp()` };
  await tx
    .insert(models)
    .values(row)
    .onConflictDoUpdate({ target: [models.workspaceId, models.id], set: row });
}

/** False when there is none of that id. */
export async function deleteModel(tx: Orm, workspaceId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(models)
    .where(and(eq(models.workspaceId, workspaceId), eq(models.id, id)))
    .returning({ id: models.id });
  return deleted.length > 0;
}

/** No role is served by this model any more. */
export async function deleteDefaultsOf(tx: Orm, workspaceId: string, modelId: string): Promise<void> {
  await tx
    .delete(modelDefaults)
    .where(and(eq(modelDefaults.workspaceId, workspaceId), eq(modelDefaults.modelId, modelId)));
}

/** Says how the calls of a role are made, in place of what was said of them. */
export async function writeRole(
  tx: Orm,
  workspaceId: string,
  row: StoredRole & { role: ServedRole },
): Promise<void> {
  const set = { workspaceId, ...row };
  await tx
    .insert(modelRoles)
    .values(set)
    .onConflictDoUpdate({ target: [modelRoles.workspaceId, modelRoles.role], set });
}

/** Replaces all defaults of the workspace. */
export async function replaceDefaults(
  tx: Orm,
  workspaceId: string,
  defaults: Readonly<Partial<Record<ServedRole, string>>>,
): Promise<void> {
  await tx.delete(modelDefaults).where(eq(modelDefaults.workspaceId, workspaceId));
  const rows = SERVED_ROLES.flatMap((role) => {
    const modelId = defaults[role];
    return modelId === undefined ? [] : [{ workspaceId, role, modelId }];
  });
  if (rows.length > 0) await tx.insert(modelDefaults).values(rows);
}
