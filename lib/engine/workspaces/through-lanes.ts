import type { Model, WorkspaceSetup, Workspaces } from "@/lib/core/ports";

/** The workspaces with lanes before their models. Each workspace has lanes of its own, as it has keys of its own. */
export function withRateLimits(workspaces: Workspaces, limited: (model: Model) => Model): Workspaces {
  const setups = new WeakMap<WorkspaceSetup, WorkspaceSetup>();
  return {
    async open(workspaceId) {
      const setup = await workspaces.open(workspaceId);
      const known = setups.get(setup) ?? { ...setup, model: limited(setup.model) };
      setups.set(setup, known);
      return known;
    },
    invalidate: workspaces.invalidate,
  };
}
