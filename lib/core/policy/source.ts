import type { ToolPolicy } from "./schema";

/** What a workspace's policies say, beside those of single runs and agents. */
export type WorkspacePolicies = {
  workspace: readonly SourcedPolicy[];
  roles: Readonly<Partial<Record<PolicyRole, readonly SourcedPolicy[]>>>;
};

export const NO_POLICIES: WorkspacePolicies = { workspace: [], roles: {} };

/** Where policies attach, from the widest to the narrowest. */
export const POLICY_LEVELS = ["workspace", "role", "run", "agent"] as const;
type PolicyLevel = (typeof POLICY_LEVELS)[number];

/** Whose use of tools a policy of a role binds: what planners may put into plans, what agents and programs may call. */
export const POLICY_ROLES = ["planner", "agent", "direct"] as const;
export type PolicyRole = (typeof POLICY_ROLES)[number];

/** Where a policy comes from: its level, and what it is called there (an agent's is called as the agent). */
export type PolicySource = {
  level: PolicyLevel;
  role?: PolicyRole | undefined;
  name?: string | undefined;
  id?: string | undefined;
};

/** A policy that knows where it comes from, so that what it refuses can say so. */
export type SourcedPolicy = ToolPolicy & { source?: PolicySource };
