import { MAX_TEMPERATURE } from "@/lib/core/inputs/limits";
import type { ModelChange } from "@/lib/core/inputs/models";
import type { ReasoningEffort } from "@/lib/core/models/providers";
import type { ModelView } from "@/lib/core/models/views";
import { readNumber } from "./number-field";

/** The figures of a model as they are typed; empty for what holds without them. */
const NUMERIC_FIELDS = [
  "inputUsd",
  "cachedInputUsd",
  "outputUsd",
  "contextTokens",
  "maxOutputTokens",
  "maxConcurrent",
  "tokensPerMinute",
  "temperature",
] as const;
export type NumericField = (typeof NUMERIC_FIELDS)[number];

type ModelDraft = {
  provider: string;
  name: string;
  label: string;
  enabled: boolean;
  toolCalling: "native" | "json";
  jsonSchema: boolean;
  reasoningEffort: ReasoningEffort | "";
  /** Empty is what is known of it. */
  images: FileSupport;
  pdf: FileSupport;
} & Record<NumericField, string>;

export type FileSupport = "" | "yes" | "no";
const supportOf = (taken: boolean | null | undefined): FileSupport =>
  taken == null ? "" : taken ? "yes" : "no";
const takenOf = (support: FileSupport): boolean | null => (support === "" ? null : support === "yes");

export const isDecimal = (field: NumericField): boolean => field === "temperature" || field.endsWith("Usd");

/** What is wrong with a typed temperature that is a number; undefined for any that models can take. */
export function temperatureProblem(text: string): string | undefined {
  const value = readNumber(text, true);
  return value !== undefined && value > MAX_TEMPERATURE
    ? `Enter a temperature of at most ${MAX_TEMPERATURE}.`
    : undefined;
}

/** What the form of a model begins with. */
export function draftOf(model: ModelView | undefined, provider: string): ModelDraft {
  const { overrides } = model ?? {};
  const text = (value: number | null | undefined) => (value == null ? "" : String(value));
  return {
    provider: model?.provider ?? provider,
    name: model ? model.id.slice(model.provider.length + 1) : "",
    label: overrides?.label ?? "",
    enabled: overrides?.enabled ?? true,
    toolCalling: overrides?.toolCalling ?? "native",
    jsonSchema: overrides?.jsonSchema ?? true,
    inputUsd: text(overrides?.price?.inputUsd),
    cachedInputUsd: text(overrides?.price?.cachedInputUsd),
    outputUsd: text(overrides?.price?.outputUsd),
    contextTokens: text(overrides?.contextTokens),
    maxOutputTokens: text(overrides?.maxOutputTokens),
    maxConcurrent: text(overrides?.maxConcurrent),
    tokensPerMinute: text(overrides?.tokensPerMinute),
    temperature: text(overrides?.temperature),
    reasoningEffort: overrides?.reasoningEffort ?? "",
    images: supportOf(overrides?.images),
    pdf: supportOf(overrides?.pdf),
  };
}

export type DraftProblem = { field: "name" | NumericField; message: string };

/** Why a draft of readable numbers cannot be saved as it is, and at which field; undefined when it can. */
export function draftProblem(draft: ModelDraft): DraftProblem | undefined {
  if (/\s/.test(draft.name.trim())) return { field: "name", message: "Model names cannot contain spaces." };
  const [input, cached, output] = [draft.inputUsd, draft.cachedInputUsd, draft.outputUsd].map(
    (text) => text.trim() !== "",
  );
  if (input !== output || (cached && !input))
    return { field: input ? "outputUsd" : "inputUsd", message: "Enter both an input and an output price." };
  const message = temperatureProblem(draft.temperature);
  return message === undefined ? undefined : { field: "temperature", message };
}

/** The change that a draft asks for. */
export function changeOf(draft: ModelDraft): ModelChange {
  const field = (name: NumericField) => readNumber(draft[name], isDecimal(name)) ?? null;
  const [inputUsd, outputUsd] = [field("inputUsd"), field("outputUsd")];
  const { provider, name, label, enabled, toolCalling, jsonSchema } = draft;
  return {
    id: `${provider}:${name.trim()}`,
    label: label.trim() || null,
    enabled,
    toolCalling,
    jsonSchema,
    price:
      inputUsd === null || outputUsd === null
        ? null
        : { inputUsd, cachedInputUsd: field("cachedInputUsd"), outputUsd },
    contextTokens: field("contextTokens"),
    maxOutputTokens: field("maxOutputTokens"),
    maxConcurrent: field("maxConcurrent"),
    tokensPerMinute: field("tokensPerMinute"),
    temperature: field("temperature"),
    reasoningEffort: draft.reasoningEffort || null,
    images: takenOf(draft.images),
    pdf: takenOf(draft.pdf),
  };
}
