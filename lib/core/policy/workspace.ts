import type { PolicyRole, SourcedPolicy } from "./source";

/** What a workspace's policies say, beside those of single runs and agents. */
export type WorkspacePolicies = {
  workspace: readonly SourcedPolicy[];
  roles: Readonly<Partial<Record<PolicyRole, readonly SourcedPolicy[]>>>;
};

export const NO_POLICIES: WorkspacePolicies = { workspace: [], roles: {} };
