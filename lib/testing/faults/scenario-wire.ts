import { createAiSdkModel } from "@/lib/adapters/ai-sdk-model";
import type { Model } from "@/lib/core/ports";
import { randomFrom } from "../seeds";
import { createOpenAiWireServer, type Reply, type WireRequest } from "../wire/openai-server";
import { playScenarios } from "./scenario-model";

const MODEL_ID = "wire:scenarios";

export type ScenarioWire = {
  baseUrl: string;
  /** Requests so far. */
  asked(): number;
  close(): Promise<void>;
};

export type ScenarioWireOptions = {
  /** The model takes up to this long for an answer. */
  thinkMs: number;
  /** Asked of every request first; what it gives is sent in place of the answer. */
  intercept?: (request: WireRequest) => Reply | undefined;
};

/** A server that plays the model of all scenarios over a provider's real protocol. */
export async function openScenarioWire({ thinkMs, intercept }: ScenarioWireOptions): Promise<ScenarioWire> {
  const server = await createOpenAiWireServer({
    async respond(request, number) {
      const instead = intercept?.(request);
      if (instead) return instead;
      const forMs = randomFrom(number)() * thinkMs;
      await new Promise((resolve) => setTimeout(resolve, forMs));
      return playScenarios(request);
    },
  });
  return { baseUrl: server.baseUrl, asked: () => server.requests.length, close: server.close };
}

/** The model behind such a server, as a process knows it; the key says which process asks. */
export function scenarioModel(baseUrl: string, apiKey: string): Model {
  const price = { inputMicroUsd: 1_000_000, outputMicroUsd: 2_000_000 };
  return createAiSdkModel({
    providers: { wire: { kind: "openai-compatible", baseUrl, apiKey } },
    models: [{ id: MODEL_ID, price }],
  });
}
