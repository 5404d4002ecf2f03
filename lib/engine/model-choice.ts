import type { RoleName } from "@/lib/core/prompt-blocks";
import type { RunState } from "@/lib/core/run/state";

/** Which model serves a role: the agent's own, the run's for the role, the run's default, the process's default. */
export function chooseModel(
  state: Readonly<RunState>,
  role: RoleName,
  defaultModelId: string,
  agentModelId?: string,
): string {
  const { models } = state.settings;
  return agentModelId ?? models[role] ?? models.default ?? defaultModelId;
}
