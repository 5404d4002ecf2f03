import type { ModelProviderInfo, ReasoningEffort, ServedRole, StoredRole } from "./providers";

/** What services tell of models and where they come from. Keys are never part of it, nor how long they are. */

export type ProviderView = {
  name: string;
  kind: ModelProviderInfo["kind"];
  from: ModelProviderInfo["from"];
  baseUrl: string | null;
  /** Of `openai`: the protocol that is spoken. */
  api: "chat" | "responses" | null;
  /** Null where the settings have none, and of the environment's providers. Moments in milliseconds. */
  key: { setAt: number; setBy: string } | null;
  headerNames: string[];
  enabled: boolean;
  /** What was sealed can no longer be opened: it has to be entered again. */
  sealed: boolean;
};

/** US dollars for a million tokens. */
export type PriceView = { inputUsd: number; cachedInputUsd: number | null; outputUsd: number };

/** What the settings say of a model; null where the lists of prices hold, or nothing is known or limited. */
export type ModelOverrides = {
  label: string | null;
  enabled: boolean;
  price: PriceView | null;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  toolCalling: "native" | "json";
  jsonSchema: boolean;
  maxConcurrent: number | null;
  tokensPerMinute: number | null;
  reasoningEffort: ReasoningEffort | null;
  temperature: number | null;
  images: boolean | null;
  pdf: boolean | null;
};

export type ModelView = {
  id: string;
  provider: string;
  label: string | null;
  /** Whether it can be called: it and its provider are there and switched on. */
  available: boolean;
  simulated: boolean;
  /**
   * Null is unknown. `asOf` is the day of a list price, null for one of the settings; requests with an input of more
   * tokens than `higherRatesAboveTokens` cost more.
   */
  price: (PriceView & { asOf: string | null; higherRatesAboveTokens: number | null }) | null;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  toolCalling: "native" | "json";
  jsonSchema: boolean;
  /** Files that it takes as they are. */
  images: boolean;
  pdf: boolean;
  reasoningEffort: ReasoningEffort | null;
  temperature: number | null;
  limits: { maxConcurrent: number | null; tokensPerMinute: number | null };
  /** What the settings say of it in place of what is known; null where they say nothing. */
  overrides: ModelOverrides | null;
};

export type ModelsView = {
  providers: ProviderView[];
  models: ModelView[];
  /** Whether real models are offered simulated tools too. */
  simulatedTools: boolean;
  /** The model that the settings name for each role, and the one in effect. The role `default` stands for all others. */
  roles: ({ role: ServedRole; override: string | null; effective: string } & Omit<StoredRole, "role">)[];
};

/** A part of a model's test: whether it worked, what it took, and what to do where it did not. */
export type ModelCheck = {
  name: "text" | "tool_call" | "structured";
  ok: boolean;
  latencyMs: number;
  /** Null is unknown. */
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  problem: { code: string; message: string; advice: string } | null;
};

export type ModelTest = {
  id: string;
  ok: boolean;
  checks: ModelCheck[];
  /** Null while that of any request is unknown. */
  costUsd: number | null;
};
