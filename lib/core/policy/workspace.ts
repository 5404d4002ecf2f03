import type { SourcedPolicy } from "./source";

/** Whose use of tools a policy of a role binds: what planners may put into plans, what agents and programs may call. */
export const POLICY_ROLES = ["planner", "agent", "direct"] as const;
export type PolicyRole = (typeof POLICY_ROLES)[number];

/** What a workspace's policies say, beside those of single runs and agents. */
export type WorkspacePolicies = {
  workspace: readonly SourcedPolicy[];
  roles: Readonly<Partial<Record<PolicyRole, readonly SourcedPolicy[]>>>;
};

export const NO_POLICIES: WorkspacePolicies = { workspace: [], roles: {} };
