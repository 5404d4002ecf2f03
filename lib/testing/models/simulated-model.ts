import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import { createSimulatedProvider, SIMULATED_MODEL, SIMULATED_PROVIDER } from "@/lib/adapters/simulated-model";
import type { Pace } from "@/lib/adapters/simulated-model/pace";
import type { Role } from "@/lib/agents/role";
import type { Model } from "@/lib/core/ports";

export const SIMULATED_MODEL_ID = `${SIMULATED_PROVIDER}:${SIMULATED_MODEL}`;

const model = openSimulatedModel();

/** What the simulated model answers in a role. Throws when the role cannot read it. */
export async function askRole<Input, Output>(role: Role<Input, Output>, input: Input): Promise<Output> {
  const { signal } = new AbortController();
  const response = await model.call({ modelId: SIMULATED_MODEL_ID, ...role.buildPrompt(input) }, { signal });
  const parsed = role.parse(response.text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}

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
