import { NO_POLICIES, type WorkspacePolicies } from "@/lib/core/policy";
import type { Model, Tools, WorkspaceSetup, Workspaces } from "@/lib/core/ports";

/** Workspaces that all have the same setup. Only its policies may change, where they are given as a function. */
export function sameSetup(parts: {
  model: Model;
  tools: Tools;
  /** The first model of the list unless given. */
  defaultModelId?: string;
  policies?: WorkspacePolicies | (() => WorkspacePolicies);
}): Workspaces {
  const { model, tools, policies = NO_POLICIES } = parts;
  const defaultModelId = parts.defaultModelId ?? model.list()[0]?.id ?? "";
  const setup: WorkspaceSetup = {
    ...{ model, tools },
    defaultModelOf: () => defaultModelId,
    modelProviders: () => [],
    policies: typeof policies === "function" ? policies : () => policies,
  };
  return { open: async () => setup, invalidate() {} };
}
