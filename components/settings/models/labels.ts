import type { ModelProviderInfo, ModelProviderKind } from "@/lib/core/models/providers";
import type { ModelsView, ModelView } from "@/lib/core/models/views";

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
    help: "Ollama, vLLM, LM Studio, OpenRouter and others, local or remote.",
    name: "local",
    model: "llama3:8b",
  },
  {
    value: "openai",
    label: "OpenAI",
    help: "Requires an OpenAI API key.",
    name: "openai",
    model: "gpt-5-mini",
  },
  {
    value: "anthropic",
    label: "Anthropic",
    help: "Requires an Anthropic API key.",
    name: "anthropic",
    model: "claude-sonnet-5",
  },
  {
    value: "google",
    label: "Google",
    help: "Gemini; requires an AI Studio API key.",
    name: "google",
    model: "gemini-2.5-flash",
  },
  {
    value: "gateway",
    label: "AI Gateway",
    help: "Vercel AI Gateway: many providers with one key.",
    name: "gateway",
    model: "anthropic/claude-sonnet-4.5",
  },
];

export const providerKindLabel = (kind: ModelProviderInfo["kind"]): string =>
  PROVIDER_KINDS.find(({ value }) => value === kind)?.label ?? "Simulated model";

export const modelExample = (kind: ModelProviderInfo["kind"] | undefined): string =>
  PROVIDER_KINDS.find(({ value }) => value === kind)?.model ?? "llama3:8b";

/** A price of a million tokens: whole dollars, or with cents and what is finer than these: `$2`, `$0.10`, `$0.025`. */
const dollars = (usd: number): string =>
  Number.isInteger(usd) ? `$${usd}` : `$${usd.toFixed(4).replace(/0{1,2}$/, "")}`;

/** What a model costs and where that is from, in words. */
export function priceDescription({ price, simulated }: Pick<ModelView, "price" | "simulated">): {
  figures: string;
  from: string;
} {
  if (!price) return { figures: "unknown", from: "cost limits do not apply" };
  const { inputUsd, cachedInputUsd, outputUsd, asOf, higherRatesAboveTokens } = price;
  const cached = cachedInputUsd === null ? "" : ` (${dollars(cachedInputUsd)} cached)`;
  return {
    figures: `${dollars(inputUsd)} in${cached}, ${dollars(outputUsd)} out`,
    from: simulated
      ? "simulated prices; nobody is billed"
      : `${asOf ? `list price of ${asOf}` : "set here"}${higherRatesAboveTokens === null ? "" : `; more above ${tokensText(higherRatesAboveTokens)} tokens in`}`,
  };
}

/** A number of tokens as people say it: 400K, 1.05M. */
export function tokensText(tokens: number): string {
  if (tokens >= 1_000_000) return `${Number((tokens / 1_000_000).toFixed(2))}M`;
  return tokens >= 1_000 ? `${Number((tokens / 1_000).toFixed(1))}K` : String(tokens);
}

const filesText = ({ images, pdf }: Pick<ModelView, "images" | "pdf">): string =>
  [...(images ? ["images"] : []), ...(pdf ? ["PDF"] : [])].join(" and ");

type CallSettings = Pick<ModelView, "reasoningEffort" | "temperature">;

const callFacts = ({ reasoningEffort, temperature }: CallSettings): string[] => [
  ...(reasoningEffort === null ? [] : [`reasoning ${reasoningEffort}`]),
  ...(temperature === null ? [] : [`temperature ${temperature}`]),
];

/** What is said of the calls of a role, each in a few words. */
export function roleFacts(role: ModelsView["roles"][number]): string[] {
  const { maxOutputTokens, fallbacks } = role;
  return [
    ...callFacts(role),
    ...(maxOutputTokens === null ? [] : [`output up to ${tokensText(maxOutputTokens)}`]),
    ...(fallbacks.length === 0 ? [] : [`then ${fallbacks.join(", ")}`]),
  ];
}

/** What is known of a model beside its price, each in a few words. */
export function modelFacts(model: ModelView): string[] {
  const { contextTokens, maxOutputTokens, toolCalling, jsonSchema, limits, simulated } = model;
  if (simulated) return [];
  return [
    contextTokens === null ? "context unknown" : `${tokensText(contextTokens)} token context`,
    ...(maxOutputTokens === null ? [] : [`output up to ${tokensText(maxOutputTokens)}`]),
    ...(toolCalling === "json" ? ["tool calls as JSON"] : []),
    ...(jsonSchema ? [] : ["no JSON Schema"]),
    ...(model.images || model.pdf ? [`reads ${filesText(model)}`] : []),
    ...callFacts(model),
    ...(limits.maxConcurrent === null ? [] : [`${limits.maxConcurrent} parallel requests`]),
    ...(limits.tokensPerMinute === null ? [] : [`${tokensText(limits.tokensPerMinute)} tokens per minute`]),
  ];
}
