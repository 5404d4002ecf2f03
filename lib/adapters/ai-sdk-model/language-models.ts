import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import type { ProviderSettings } from "./provider-settings";

// Without an address the SDK's providers would look for one in the environment, which adapters never read.
const OPENAI_URL = "https://api.openai.com/v1";
const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/** The factory of a provider's models; `providerName` is the key under which its metadata travels. */
export function languageModelsOf(
  providerName: string,
  settings: ProviderSettings,
): (modelName: string) => LanguageModelV4 {
  switch (settings.kind) {
    case "openai": {
      const provider = createOpenAI({ apiKey: settings.apiKey, baseURL: settings.baseUrl ?? OPENAI_URL });
      return settings.api === "responses" ? (name) => unstored(provider.responses(name)) : provider.chat;
    }
    case "anthropic":
      return createAnthropic({ apiKey: settings.apiKey, baseURL: settings.baseUrl ?? ANTHROPIC_URL })
        .messages;
    case "openai-compatible":
      return createOpenAICompatible({
        name: providerName,
        baseURL: settings.baseUrl,
        apiKey: settings.apiKey,
        headers: settings.headers,
        includeUsage: true,
        supportsStructuredOutputs: settings.jsonSchema ?? true,
      }).chatModel;
    case "ready":
      return settings.languageModel;
  }
}

/** Turns are sent back whole, reasoning included, so that nothing hangs on what the provider keeps. */
function unstored(model: LanguageModelV4): LanguageModelV4 {
  const middleware = defaultSettingsMiddleware({
    settings: { providerOptions: { openai: { store: false } } },
  });
  return wrapLanguageModel({ model, middleware });
}
