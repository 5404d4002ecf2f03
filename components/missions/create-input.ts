import type { MissionDraft } from "./types";

/** A draft as the verb that starts runs takes it; what was left open stays at its default. */
export function createInput({ mission, plan, reviewMode, planApproval, model }: MissionDraft) {
  return {
    mission,
    ...(plan.trim() !== "" && { plan }),
    settings: {
      ...(reviewMode && { reviewMode }),
      ...(planApproval && { planApproval }),
      ...(model && { models: { default: model } }),
    },
  };
}
