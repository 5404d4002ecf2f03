import type { LanguageModelV4 } from "@ai-sdk/provider";

/** One provider of models, under the name that model ids start with. Keys and addresses are plain values. */
export type ProviderSettings =
  | {
      kind: "openai";
      apiKey: string;
      baseUrl?: string;
      /** Chat completions is what most servers speak; Responses keeps reasoning between tool calls. */
      api?: "chat" | "responses";
    }
  | { kind: "anthropic"; apiKey: string; baseUrl?: string }
  | {
      /** Ollama, vLLM, LM Studio, OpenRouter, ... */
      kind: "openai-compatible";
      baseUrl: string;
      apiKey?: string;
      headers?: Record<string, string>;
      /** Whether the server takes a JSON Schema as response format; true by default. */
      jsonSchema?: boolean;
    }
  | {
      /** Any ready-made language-model provider of the AI SDK. */
      kind: "ready";
      languageModel(modelName: string): LanguageModelV4;
      simulated?: boolean;
    };

// Local servers take any word as a key; hiding "x" would only garble messages.
const MIN_SECRET_CHARS = 8;

/** The values of the settings that no message may ever show. */
export function secretsOf(settings: ProviderSettings): string[] {
  if (settings.kind === "ready") return [];
  const headers = settings.kind === "openai-compatible" ? Object.values(settings.headers ?? {}) : [];
  return [settings.apiKey ?? "", ...headers].filter((value) => value.length >= MIN_SECRET_CHARS);
}
