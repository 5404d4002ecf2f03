import { POLICY_ROLES, type PolicyRole, type SourcedPolicy, type WorkspacePolicies } from "./source";
import type { PolicyScope, StoredPolicy } from "./stored";

/** The policies of a workspace as they bind its runs, each with the name that refusals give as their source. */
export function workspacePolicies(stored: readonly StoredPolicy[]): WorkspacePolicies {
  const of = (fits: (scope: PolicyScope) => boolean): SourcedPolicy[] =>
    stored.filter(({ scope }) => fits(scope)).map(sourced);
  const ofRole = (role: PolicyRole) => of((scope) => scope.kind === "role" && scope.role === role);
  return {
    workspace: of(({ kind }) => kind === "workspace"),
    roles: Object.fromEntries(POLICY_ROLES.map((role) => [role, ofRole(role)])),
  };
}

function sourced({ id, name, scope, policy }: StoredPolicy): SourcedPolicy {
  return {
    ...policy,
    source: { id, name, level: scope.kind, ...(scope.kind === "role" && { role: scope.role }) },
  };
}
