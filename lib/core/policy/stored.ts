import { z } from "zod";
import { toolPolicy } from "./schema";
import { POLICY_ROLES, type PolicyRole, type SourcedPolicy, type WorkspacePolicies } from "./source";

/** Whom a stored policy binds: all use of tools in the workspace, or that of one role. */
export const policyScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("workspace") }),
  z.object({ kind: z.literal("role"), role: z.enum(POLICY_ROLES) }),
]);
export type PolicyScope = z.infer<typeof policyScope>;

/** What one version of a stored policy says. */
export const policyBody = z.object({ scope: policyScope, policy: toolPolicy });
export type PolicyBody = z.infer<typeof policyBody>;

export type StoredPolicy = PolicyBody & { id: string; name: string };

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
