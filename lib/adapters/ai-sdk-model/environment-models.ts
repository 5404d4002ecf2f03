import type { LanguageModelV4 } from "@ai-sdk/provider";
import { getOwn } from "@/lib/core/own";
import type { ProviderSettings } from "./provider-settings";

/** Models that are there for every workspace, by what the environment says. */
export type FixedModels = {
  providers: Record<string, ProviderSettings>;
  /** What is offered of them, in order. The simulated model stands apart: it serves where nothing else does. */
  modelIds: string[];
  simulatedId: string;
  /** The model that serves where nobody says another. */
  preferredId?: string;
};

export type EnvironmentModels = {
  keys: { openai?: string; anthropic?: string; google?: string; gateway?: string };
  compatible?: { baseUrl: string; apiKey?: string };
  simulated: { provider: string; model: string; languageModel: LanguageModelV4 };
  preferredId?: string;
};

/** Offered for a provider's key; any other of its models can be added, or be the preferred one. */
const OFFERED_MODELS: Record<string, string[]> = {
  openai: ["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-luna"],
  anthropic: ["claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5"],
  google: ["gemini-3.1-pro-preview", "gemini-3.8-flash"],
  gateway: ["anthropic/claude-sonnet-5.5", "openai/gpt-6.1-sol"],
};

/** The models of the environment's keys (README.md, "Configuration"). */
export function environmentModels({
  keys,
  compatible,
  simulated,
  preferredId,
}: EnvironmentModels): FixedModels {
  const keyed = Object.entries(keys).flatMap(([kind, apiKey]) =>
    apiKey ? [[kind, { kind: kind as keyof typeof keys, apiKey }] as const] : [],
  );
  const offered = keyed.flatMap(([name]) =>
    (getOwn(OFFERED_MODELS, name) ?? []).map((model) => `${name}:${model}`),
  );
  return {
    providers: {
      ...Object.fromEntries(keyed),
      ...(compatible && { "openai-compatible": { kind: "openai-compatible", ...compatible } }),
      [simulated.provider]: { kind: "ready", simulated: true, languageModel: () => simulated.languageModel },
    },
    modelIds: [...new Set([...(preferredId === undefined ? [] : [preferredId]), ...offered])],
    simulatedId: `${simulated.provider}:${simulated.model}`,
    ...(preferredId !== undefined && { preferredId }),
  };
}
