import type { MissionDraft } from "./types";

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function createInput({
  mission,
  plan,
  imported,
  reviewMode,
  planApproval,
  model,
  critic,
}: MissionDraft) {
  return {
    mission,
    ...(plan.trim() !== "" && { plan, ...(imported && { planOrigin: "import" as const }) }),
    settings: {
      ...(reviewMode && { reviewMode }),
      ...(planApproval && { planApproval }),
      ...(critic && { critic }),
      ...(model && { models: { default: model } }),
    },
  };
}
