import type { MissionDraft } from "./types";

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function createInput({ mission, plan, imported, settings, model, attachments = [] }: MissionDraft) {
  return {
    mission,
    ...(plan.trim() !== "" && { plan, ...(imported && { planOrigin: "import" as const }) }),
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    settings: { ...settings, ...(model && { models: { default: model } }) },
  };
}
