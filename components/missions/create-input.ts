import type { MissionDraft } from "./types";

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function createRunInput({ mission, plan, imported, settings, model, ...rest }: MissionDraft) {
  const { attachments = [], roleModels = {} } = rest;
  const models = { ...roleModels, ...(model && { default: model }) };
  return {
    mission,
    ...(plan.trim() !== "" && { plan, ...(imported && { planOrigin: "import" as const }) }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    settings: { ...settings, ...(Object.keys(models).length > 0 && { models }) },
  };
}
