/** Kinds of providers that a workspace can add (docs/models.md). */
export const MODEL_PROVIDER_KINDS = [
  "openai",
  "anthropic",
  "google",
  "gateway",
  "openai-compatible",
] as const;
export type ModelProviderKind = (typeof MODEL_PROVIDER_KINDS)[number];
