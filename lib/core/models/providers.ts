import { ROLE_NAMES } from "../prompt-blocks";

export const TOOL_CALLING = ["native", "json"] as const;
export type ToolCalling = (typeof TOOL_CALLING)[number];

/** How much a model is to reason before it answers; each provider's own option is made of it. */
export const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Kinds of providers that a workspace can add (docs/models.md). */
export const MODEL_PROVIDER_KINDS = [
  "openai",
  "anthropic",
  "google",
  "gateway",
  "openai-compatible",
] as const;
export type ModelProviderKind = (typeof MODEL_PROVIDER_KINDS)[number];

/** The protocols that the provider `openai` speaks. */
export const OPENAI_APIS = ["chat", "responses"] as const;
type OpenAiApi = (typeof OPENAI_APIS)[number];

/** The role whose model serves all roles that have none of their own. */
export const DEFAULT_ROLE = "default";
export const SERVED_ROLES = [DEFAULT_ROLE, ...ROLE_NAMES] as const;
export type ServedRole = (typeof SERVED_ROLES)[number];

/** A provider as it is stored; what is sealed can be read with the installation's secret alone. */
export type StoredProvider = {
  name: string;
  kind: ModelProviderKind;
  baseUrl: string | null;
  api: OpenAiApi | null;
  sealedKey: string | null;
  /** A JSON object of header values by name. */
  sealedHeaders: string | null;
  enabled: boolean;
};

/** A model as it is stored. Null is what the lists of prices say, or unknown, or unlimited. */
export type StoredModel = {
  id: string;
  provider: string;
  label: string | null;
  enabled: boolean;
  /** Micro-dollars per million tokens. */
  inputMicroUsd: number | null;
  cachedInputMicroUsd: number | null;
  outputMicroUsd: number | null;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  toolCalling: ToolCalling;
  jsonSchema: boolean;
  maxConcurrent: number | null;
  tokensPerMinute: number | null;
  reasoningEffort: ReasoningEffort | null;
  temperature: number | null;
  images: boolean | null;
  pdf: boolean | null;
};

/** How a role's calls are made, and which models follow when its own cannot be reached. Null is as without it. */
export type StoredRole = {
  role: string;
  reasoningEffort: ReasoningEffort | null;
  temperature: number | null;
  /** The longest answer of a call, in tokens. */
  maxOutputTokens: number | null;
  /** Model ids, in the order in which they are asked. */
  fallbacks: string[];
};

/** What is said of a role's calls; what is absent is said by its model, or by nobody. */
export type RoleSettings = {
  reasoningEffort?: ReasoningEffort;
  temperature?: number;
  maxOutputTokens?: number;
  fallbacks: string[];
};

export type StoredModels = {
  providers: StoredProvider[];
  models: StoredModel[];
  defaults: { role: string; modelId: string }[];
  roles: StoredRole[];
};

/** A provider that models of a workspace come from. `built_in` is the simulated one. */
export type ModelProviderInfo = {
  name: string;
  kind: ModelProviderKind | "simulated";
  from: "environment" | "settings" | "built_in";
  /** Why none of its models can be called: it is switched off, or what was sealed cannot be opened any more. */
  unavailable?: "disabled" | "sealed";
};
