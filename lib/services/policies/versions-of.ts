import { readPolicyVersions } from "@/db/queries/settings/policies";
import { DomainFailure, domainError } from "@/lib/core/errors";
import type { PolicyView } from "@/lib/core/policy";
import type { ServiceContext } from "../context";

/** All versions of a policy, newest first. Throws `not_found` where there is none. */
export async function versionsOf(
  ctx: Pick<ServiceContext, "db" | "actor">,
  id: string,
): Promise<[PolicyView, ...PolicyView[]]> {
  const { workspaceId } = ctx.actor;
  const [newest, ...older] = await readPolicyVersions(ctx.db, { workspaceId, id });
  if (!newest) throw new DomainFailure(domainError("not_found", "There is no such policy."));
  return [newest, ...older];
}

/** Somebody else has changed the policy in the meantime: `details` say what it is now. */
export function policyConflict(now: PolicyView | undefined): DomainFailure {
  const message = now
    ? `${now.author} changed this policy in the meantime: it is at version ${now.version}.`
    : "This policy was changed in the meantime.";
  return new DomainFailure(
    domainError("conflict", message, now && { version: now.version, author: now.author }),
  );
}
