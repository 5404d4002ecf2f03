import type { ToolPolicy } from "./schema";

/** Whose use of tools a policy of a role binds: what planners may put into plans, what agents and programs may call. */
export const POLICY_ROLES = ["planner", "agent", "direct"] as const;
export type PolicyRole = (typeof POLICY_ROLES)[number];

/** What a workspace's policies say, beside those of single runs and agents. */
export type WorkspacePolicies = {
  workspace: readonly ToolPolicy[];
  roles: Readonly<Partial<Record<PolicyRole, readonly ToolPolicy[]>>>;
};

export const NO_POLICIES: WorkspacePolicies = { workspace: [], roles: {} };
