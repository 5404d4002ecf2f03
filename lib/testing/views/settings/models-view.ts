import type { ModelOverrides, ModelsView, ModelView, ProviderView } from "@/lib/core/models/views";

/** The model that is always there. */
export const SIMULATED_MODEL: ModelView = {
  id: "simulated:scenarios",
  provider: "simulated",
  label: null,
  available: true,
  simulated: true,
  price: null,
  contextTokens: null,
  maxOutputTokens: null,
  toolCalling: "native",
  jsonSchema: true,
  images: false,
  pdf: false,
  reasoningEffort: null,
  temperature: null,
  limits: { maxConcurrent: null, tokensPerMinute: null },
  overrides: null,
};

/** What the settings say of a model of which they say nothing in particular. */
export const NO_OVERRIDES: ModelOverrides = {
  label: null,
  enabled: true,
  price: null,
  contextTokens: null,
  maxOutputTokens: null,
  toolCalling: "native",
  jsonSchema: true,
  maxConcurrent: null,
  tokensPerMinute: null,
  reasoningEffort: null,
  temperature: null,
  images: null,
  pdf: null,
};

/** A model that a person added, of an unknown price. */
export const modelView = (part: Partial<ModelView> = {}): ModelView => ({
  ...SIMULATED_MODEL,
  id: "local:a",
  provider: "local",
  simulated: false,
  overrides: NO_OVERRIDES,
  ...part,
});

/** A provider that a person added, without a key. */
export const providerView = (part: Partial<ProviderView> = {}): ProviderView => ({
  name: "local",
  kind: "openai-compatible",
  from: "settings",
  baseUrl: "http://127.0.0.1:1/v1",
  api: null,
  key: null,
  headerNames: [],
  enabled: true,
  sealed: false,
  ...part,
});

/** Where the simulated model comes from. */
export const SIMULATED_PROVIDER = providerView({
  name: "simulated",
  kind: "simulated",
  from: "built_in",
  baseUrl: null,
});

/** A role of which the settings say nothing. */
export const roleView = (part: Partial<ModelsView["roles"][number]> = {}): ModelsView["roles"][number] => ({
  role: "default",
  reasoningEffort: null,
  temperature: null,
  maxOutputTokens: null,
  fallbacks: [],
  override: null,
  effective: "simulated:scenarios",
  ...part,
});
