import { z } from "zod";
import { recordOf } from "../json-schemas";
import {
  MODEL_PROVIDER_KINDS,
  OPENAI_APIS,
  REASONING_EFFORTS,
  SERVED_ROLES,
  TOOL_CALLING,
} from "../models/providers";
import { describeForm } from "../schema-form";
import { MAX_FALLBACKS, MAX_MODEL_LABEL_CHARS, MAX_PRICE_USD, MAX_TEMPERATURE } from "./limits";
import { hasUserInfo } from "./user-info";

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
/** Headers that belong to the connection, not to the provider. */
const OWN_HEADERS = new Set([
  "host",
  "content-length",
  "content-type",
  "transfer-encoding",
  "connection",
  "upgrade",
]);

export const providerName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,39}$/,
    "A name has lower-case letters, digits and dashes, and begins with a letter",
  );

export const modelId = z
  .string()
  .max(200)
  .regex(/^[a-z][a-z0-9-]{0,39}:\S+$/, "A model is provider:model, such as openai:gpt-5-mini");

const address = z
  .url({ protocol: /^https?$/, error: "An address begins with http:// or https://" })
  .max(500)
  .refine((text) => !/[?#]/.test(text) && !hasUserInfo(text), {
    error: "An address has no key, name, query or fragment in it",
  });

const key = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^[\x21-\x7e]+$/, "A key has no spaces and no letters beyond ASCII");

const headers = recordOf(
  z
    .string()
    .max(4_000)
    .regex(/^[\x20-\x7e]*$/, "A header has no line breaks and no letters beyond ASCII"),
  z
    .string()
    .max(100)
    .regex(TOKEN, "This is no name of a header")
    .refine((name) => !OWN_HEADERS.has(name.toLowerCase()), "This header is not yours to set"),
).refine((all) => Object.keys(all).length <= 20, "At most 20 headers");

/** `key` and `headers` that are left out stay as they are; null and {} remove them. */
export const providerInput = z.strictObject({
  name: providerName,
  kind: z.enum(MODEL_PROVIDER_KINDS),
  baseUrl: address.nullable().default(null),
  api: z.enum(OPENAI_APIS).default("chat"),
  key: key.nullable().optional(),
  headers: headers.optional(),
  enabled: z.boolean().default(true),
});
export type ProviderInput = z.output<typeof providerInput>;

const usd = z.number().min(0).max(MAX_PRICE_USD);
const count = z.int().min(1).max(1_000_000_000).nullable().default(null);
const limit = { description: "Across all workers.", look: { placeholder: "No limit" } };

/** Null leaves it to the provider. */
const callSettings = {
  reasoningEffort: z
    .enum(REASONING_EFFORTS)
    .nullable()
    .default(null)
    .meta({
      title: "Reasoning effort",
      description: "Ignored by models that do not reason.",
      look: { placeholder: "Provider default" },
    }),
  temperature: z
    .number()
    .min(0)
    .max(MAX_TEMPERATURE)
    .nullable()
    .default(null)
    .meta({
      title: "Temperature",
      description: `0 to ${MAX_TEMPERATURE}; lower is more predictable.`,
      look: { placeholder: "provider default" },
    }),
  maxOutputTokens: count.meta({
    title: "Maximum output (tokens)",
    description: "Longest answer of a call.",
    look: { placeholder: "unknown" },
  }),
};

export const modelInput = z.strictObject({
  id: modelId,
  label: z
    .string()
    .trim()
    .min(1)
    .max(MAX_MODEL_LABEL_CHARS)
    .nullable()
    .default(null)
    .meta({ title: "Display name (optional)" }),
  /** In place of the list's. */
  price: z
    .object({
      inputUsd: usd.meta({ title: "Input", look: { placeholder: "list price" } }),
      cachedInputUsd: usd
        .nullable()
        .default(null)
        .meta({ title: "Cached input", look: { placeholder: "same as input" } }),
      outputUsd: usd.meta({ title: "Output", look: { placeholder: "list price" } }),
    })
    .nullable()
    .default(null)
    .meta({ title: "Price per million tokens (US dollars)" }),
  contextTokens: count.meta({ title: "Context window (tokens)", description: "Maximum prompt length." }),
  ...callSettings,
  /** Whether it takes such files; null is what is known of it. */
  images: z.boolean().nullable().default(null).meta({ title: "Reads images" }),
  pdf: z.boolean().nullable().default(null).meta({ title: "Reads PDF files" }),
  maxConcurrent: count.meta({ title: "Concurrent requests", ...limit }),
  tokensPerMinute: count.meta({ title: "Tokens per minute", ...limit }),
  toolCalling: z
    .enum(TOOL_CALLING)
    .default("native")
    .meta({
      title: "Tool calling",
      look: {
        as: "radio",
        names: {
          native: { label: "Native tool calls", help: "Supported by almost all models." },
          json: {
            label: "JSON actions",
            help: "For models without native support: they write actions as JSON.",
          },
        },
      },
    }),
  jsonSchema: z
    .boolean()
    .default(true)
    .meta({
      title: "Supports JSON Schema output",
      description:
        "Turn off for servers that reject a response format; the schema is then described in the prompt.",
      look: { as: "switch" },
    }),
  enabled: z
    .boolean()
    .default(true)
    .meta({ title: "Enabled", description: "When off, missions cannot use it.", look: { as: "switch" } }),
});

/** Which model serves each role. */
export const roleDefaultsInput = z.strictObject({
  defaults: z.partialRecord(z.enum(SERVED_ROLES), z.string().max(200)),
});

/** How the calls of a role are made, and which models follow when its own cannot be reached. */
export const roleInput = z.strictObject({
  role: z.enum(SERVED_ROLES),
  ...callSettings,
  fallbacks: z
    .array(modelId)
    .max(MAX_FALLBACKS, `At most ${MAX_FALLBACKS} models`)
    .refine((ids) => new Set(ids).size === ids.length, "A model is named twice")
    .default([]),
});

/** The fields that people fill in for a model, beside its id, and for the calls of a role. */
export const modelForms = {
  model: describeForm(modelInput.omit({ id: true })),
  role: describeForm(z.strictObject(callSettings)),
};
export type ModelForms = typeof modelForms;

/** Whether real models are offered simulated tools too. */
export const simulatedToolsInput = z.strictObject({ enabled: z.boolean() });
