import { NO_POLICIES, type WorkspacePolicies } from "@/lib/core/policy";
import type { Model, Tools, WorkspaceSetup, Workspaces } from "@/lib/core/ports";

/** Workspaces that all have the same setup, which never changes. */
export function sameSetup(parts: {
  model: Model;
  tools: Tools;
  /** The first model of the list unless given. */
  defaultModelId?: string;
  policies?: WorkspacePolicies;
}): Workspaces {
  const { model, tools, policies = NO_POLICIES } = parts;
  const defaultModelId = parts.defaultModelId ?? model.list()[0]?.id ?? "";
  const setup: WorkspaceSetup = {
    ...{ model, tools },
    defaultModelOf: () => defaultModelId,
    policies: () => policies,
  };
  return { open: async () => setup, forget() {} };
}
