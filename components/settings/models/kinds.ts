import type { ModelProviderInfo, ModelProviderKind } from "@/lib/core/model-providers";

type ProviderKindInfo = {
  value: ModelProviderKind;
  label: string;
  help: string;
  /** What a provider of this kind is mostly called. */
  name: string;
  /** A model as an example. */
  model: string;
};

export const PROVIDER_KINDS: readonly ProviderKindInfo[] = [
  {
    value: "openai-compatible",
    label: "OpenAI-compatible",
    help: "Ollama, vLLM, LM Studio, OpenRouter and others, on this machine too.",
    name: "local",
    model: "llama3:8b",
  },
  {
    value: "openai",
    label: "OpenAI",
    help: "With a key of its platform.",
    name: "openai",
    model: "gpt-5-mini",
  },
  {
    value: "anthropic",
    label: "Anthropic",
    help: "With a key of its console.",
    name: "anthropic",
    model: "claude-sonnet-5",
  },
  {
    value: "google",
    label: "Google",
    help: "Gemini, with a key of its AI Studio.",
    name: "google",
    model: "gemini-2.5-flash",
  },
  {
    value: "gateway",
    label: "AI Gateway",
    help: "Vercel’s: models of many providers by one key.",
    name: "gateway",
    model: "anthropic/claude-sonnet-4.5",
  },
];

export const providerKindLabel = (kind: ModelProviderInfo["kind"]): string =>
  PROVIDER_KINDS.find(({ value }) => value === kind)?.label ?? "Simulated model";

export const modelExample = (kind: ModelProviderInfo["kind"] | undefined): string =>
  PROVIDER_KINDS.find(({ value }) => value === kind)?.model ?? "llama3:8b";
