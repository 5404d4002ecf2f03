import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createGateway, defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import type { ProviderSettings } from "./provider-settings";
import { wireOf } from "./wire/protocols";
import { withReadableAnswers } from "./wire/readable-answers";

// Without an address the SDK's providers would look for one in the environment, which adapters never read.
const ADDRESSES = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  gateway: "https://ai-gateway.vercel.sh/v4/ai",
};

/** `fetch` for a provider at this address, as far as its SDK needs it. */
export type FetchFor = (address: string) => (address: string | URL, init?: RequestInit) => Promise<Response>;

/** The factory of a provider's models; `providerName` is the key under which its metadata travels. */
export function languageModelsOf(
  providerName: string,
  settings: ProviderSettings,
  fetchFor: FetchFor,
): (modelName: string) => LanguageModelV4 {
  if (settings.kind === "ready") return settings.languageModel;
  const { kind, headers } = settings;
  const address = kind === "openai-compatible" ? settings.baseUrl : (settings.baseUrl ?? ADDRESSES[kind]);
  const common = {
    ...(headers && { headers }),
    fetch: withReadableAnswers(wireOf(settings), withoutRedirects(fetchFor(address))),
  };
  if (kind === "openai-compatible") {
    return createOpenAICompatible({
      ...common,
      name: providerName,
      baseURL: address,
      ...(settings.apiKey !== undefined && { apiKey: settings.apiKey }),
      includeUsage: true,
      supportsStructuredOutputs: settings.jsonSchema ?? true,
    }).chatModel;
  }
  const keyed = { ...common, apiKey: settings.apiKey, baseURL: address };
  switch (kind) {
    case "openai": {
      const provider = createOpenAI(keyed);
      return settings.api === "responses" ? (name) => unstored(provider.responses(name)) : provider.chat;
    }
    case "anthropic":
      return createAnthropic(keyed).messages;
    case "google":
      return createGoogle(keyed).chat;
    case "gateway":
      return createGateway(keyed).languageModel;
  }
}

/** A key goes to the address it was given for: an answer that leads elsewhere is a failure like any other. */
const withoutRedirects =
  (send: ReturnType<FetchFor>): typeof fetch =>
  (input, init) =>
    send(input instanceof Request ? input.url : input, { ...init, redirect: "manual" });

/** Turns are sent back whole, reasoning included, so that nothing hangs on what the provider keeps. */
function unstored(model: LanguageModelV4): LanguageModelV4 {
  const middleware = defaultSettingsMiddleware({
    settings: { providerOptions: { openai: { store: false } } },
  });
  return wrapLanguageModel({ model, middleware });
}
