import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { createSimulatedProvider, SIMULATED_MODEL, SIMULATED_PROVIDER } from "@/lib/adapters/simulated-model";
import type { Pace } from "@/lib/adapters/simulated-model/pace";
import type { Model } from "@/lib/core/ports";

export const SIMULATED_MODEL_ID = `${SIMULATED_PROVIDER}:${SIMULATED_MODEL}`;

/** The simulated model behind the Model port, as a process composes it; as fast as it can unless a pace is given. */
export function openSimulatedModel(pace: Pace = {}): Model {
  const languageModel = createSimulatedProvider(pace);
  return createAiSdkModel({
    providers: {
      [SIMULATED_PROVIDER]: { kind: "ready", simulated: true, languageModel: () => languageModel },
    },
    models: [{ id: SIMULATED_MODEL_ID }],
  });
}
