import type { Role } from "@/lib/agents/role";
import { openSimulatedModel, SIMULATED_MODEL_ID } from "./simulated-model";

const model = openSimulatedModel();

/** What the simulated model answers in a role. Throws when the role cannot read it. */
export async function askRole<Input, Output>(role: Role<Input, Output>, input: Input): Promise<Output> {
  const { signal } = new AbortController();
  const response = await model.call({ modelId: SIMULATED_MODEL_ID, ...role.buildPrompt(input) }, { signal });
  const parsed = role.parse(response.text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value;
}
