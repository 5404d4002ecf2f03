import { invalidInput } from "@/lib/core/errors";
import type { ModelInfo } from "@/lib/core/ports";
import { ROLE_NAMES } from "@/lib/core/prompt-blocks";
import type { RunSettings } from "@/lib/core/run/settings";
import type { ServiceContext } from "../context";

/** The models that a run may come to use, as far as its settings, its plan and the workspace's defaults say. */
export function usedModels(
  { models, setup }: Pick<ServiceContext, "models" | "setup">,
  { models: chosen, reflection }: RunSettings,
  plan: { agents: Record<string, { model?: string | undefined }> } | undefined,
): ModelInfo[] {
  const ofRoles = ROLE_NAMES.map((role) => chosen[role] ?? chosen.default ?? setup.defaultModelOf(role));
  const ofAgents = Object.values(plan?.agents ?? {}).map(({ model }) => model);
  const critic = reflection.enabled ? reflection.model : undefined;
  const used = new Set([...ofRoles, ...ofAgents, critic]);
  return models.filter(({ id }) => used.has(id));
}

/** Throws `invalid_input` for settings that name a model which the workspace lacks. */
export function requireKnownModels(
  { models }: Pick<ServiceContext, "models">,
  { models: chosen, reflection }: RunSettings,
): void {
  const known = models.map((model) => model.id);
  const critics = reflection.model ?? [];
  const unknown = Object.values(chosen)
    .concat(critics)
    .find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalidInput(`There is no model “${unknown}”. There are: ${known.join(", ")}.`);
}
