import { getOwn } from "@/lib/core/own";
import type { RoleName } from "@/lib/core/prompt-blocks";
import type { RunState } from "@/lib/core/run/state";
import type { EffectContext } from "../effects/effect";

/** What of a run says which models serve it. */
export type ModelChoice = Readonly<Pick<RunState, "replacementModels">> & {
  settings: Pick<RunState["settings"], "models">;
};

/**
 * Which model serves a role: the agent's own, the run's for the role, the run's default, the workspace's for the role; or
 * what a person has had put in that one's place (docs/engine.md, "When a model cannot be reached").
 */
export function chooseModel(
  state: ModelChoice,
  role: RoleName,
  defaultModelOf: (role: string) => string,
  agentModelId?: string,
): string {
  const { models } = state.settings;
  let modelId = agentModelId ?? models[role] ?? models.default ?? defaultModelOf(role);
  for (
    let replacement = getOwn(state.replacementModels, modelId);
    replacement;
    replacement = getOwn(state.replacementModels, modelId)
  )
    modelId = replacement;
  return modelId;
}

/** Whether the run or the agent names the model itself: then it is to be this one and no other. */
export function isNamed(
  { settings: { models } }: ModelChoice,
  role: RoleName,
  agentModelId?: string,
): boolean {
  return (agentModelId ?? models[role] ?? models.default) !== undefined;
}

/** The model that an attempt has had turns of: its messages go back to no other. */
export function modelOfAttempt(
  { state, taskId, attempt }: Pick<EffectContext, "state" | "taskId" | "attempt">,
  step: number,
): string | undefined {
  const current = getOwn(state().tasks, taskId)?.attempts.at(-1);
  return step > 1 && current?.attempt === attempt ? current.model : undefined;
}
