import type { LanguageModelV4 } from "@ai-sdk/provider";
import { secretForms } from "@/lib/core/hide-secrets";

type Endpoint = {
  /** Where it is, instead of the provider's own address. */
  baseUrl?: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
};

/** One provider of models, under the name that model ids start with. Keys and addresses are plain values. */
export type ProviderSettings =
  | ({
      kind: "openai";
      apiKey: string;
      /** Chat completions is what most servers speak; Responses keeps reasoning between tool calls. */
      api?: "chat" | "responses";
    } & Endpoint)
  /** `gateway`: Vercel's AI Gateway, where a model's own name is `creator/model`. */
  | ({ kind: "anthropic" | "google" | "gateway"; apiKey: string } & Endpoint)
  | ({
      /** Ollama, vLLM, LM Studio, OpenRouter, ... */
      kind: "openai-compatible";
      baseUrl: string;
      apiKey?: string;
      /** Whether the server takes a JSON Schema as response format; true by default. */
      jsonSchema?: boolean;
    } & Endpoint)
  | {
      /** Any ready-made language-model provider of the AI SDK. */
      kind: "ready";
      languageModel(modelName: string): LanguageModelV4;
      simulated?: boolean;
    };

// Local servers take any word as a key; hiding "x" would only garble messages.
const MIN_SECRET_CHARS = 8;

/** The values of the settings that no message may ever show, in every form. */
export function secretsOf(settings: ProviderSettings): string[] {
  if (settings.kind === "ready") return [];
  const values = [settings.apiKey ?? "", ...Object.values(settings.headers ?? {})];
  return secretForms(values, MIN_SECRET_CHARS);
}
