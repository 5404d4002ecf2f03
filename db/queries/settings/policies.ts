import { and, desc, eq } from "drizzle-orm";
import type { Json } from "@/lib/core/json";
import { type PolicyBody, type PolicyView, policyBody } from "@/lib/core/policy";
import type { Orm } from "../../client";
import { toolPolicies } from "../../schema";

type Row = typeof toolPolicies.$inferSelect;

/**
 * The newest version of every policy of the workspace that has not been removed, by name. Throws for one that cannot
 * be read: a policy that is not understood must not be taken for none.
 */
export async function readPolicies(db: Orm, workspaceId: string): Promise<PolicyView[]> {
  const rows = await db
    .selectDistinctOn([toolPolicies.id])
    .from(toolPolicies)
    .where(eq(toolPolicies.workspaceId, workspaceId))
    .orderBy(toolPolicies.id, desc(toolPolicies.version));
  return rows
    .filter(({ active }) => active)
    .map(viewOf)
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}

/** All versions of one policy, newest first; none for an unknown one. */
export async function readPolicyVersions(
  db: Orm,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<PolicyView[]> {
  const rows = await db
    .select()
    .from(toolPolicies)
    .where(and(eq(toolPolicies.workspaceId, workspaceId), eq(toolPolicies.id, id)))
    .orderBy(desc(toolPolicies.version));
  return rows.map(viewOf);
}

type NewPolicyVersion = PolicyBody & {
  workspaceId: string;
  id: string;
  version: number;
  name: string;
  active: boolean;
  author: string;
};

/** Adds a version; false where there is one of that number already. */
export async function insertPolicyVersion(
  tx: Orm,
  { scope, policy, ...row }: NewPolicyVersion,
): Promise<boolean> {
  const added = await tx
    .insert(toolPolicies)
    .values({ ...row, body: { scope, policy } as Json })
    .onConflictDoNothing()
    .returning({ version: toolPolicies.version });
  return added.length > 0;
}

function viewOf({ id, name, version, active, author, createdAt, body }: Row): PolicyView {
  return { ...policyBody.parse(body), id, name, version, active, author, at: createdAt.getTime() };
}
