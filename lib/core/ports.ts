import type { AttachmentNote } from "./attachments";
import type { Json, JsonObject } from "./json";
import type { ModelProviderInfo, ReasoningEffort, RoleSettings, ToolCalling } from "./models/providers";
import type { ChannelWishes } from "./notifications";
import type { Answerer } from "./people";
import type { WorkspacePolicies } from "./policy/source";
import type { RunBudgets } from "./run/state/ledger";
import type { ToolApproval, ToolPause } from "./tool-pause";

/** What the engine needs from the world. Adapters implement one port each; lib/compose.ts chooses them. */

/** The part of AbortSignal that pure code may name. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface Clock {
  /** Wall clock, milliseconds since 1970. Run time comes from the database, not from here. */
  nowMs(): number;
  /** For durations: milliseconds since any moment, by a clock that nobody sets. */
  monotonicMs(): number;
  /** Resolves after the delay, or at once when the signal fires. */
  sleep(delayMs: number, signal?: CancelSignal): Promise<void>;
}

export interface Ids {
  /** A new id, unique for ever, sortable by time, of lower-case letters and digits. */
  next(): string;
}

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

// ---- model -------------------------------------------------------------------------------------

export type ToolSpec = { name: string; description: string; inputSchema: JsonObject };

/** A file as it is sent; where requests are compared its digest stands for it. */
export type ModelFile = { name: string; mediaType: string; digest: string; base64: string };

/** What a model said and called, in no provider's form. */
export type NeutralTurn = { text: string; toolCalls: { callId: string; tool: string; args: Json }[] };

/**
 * Assistant turns go back to the provider exactly as it sent them; those that another model has had go as neutral `turn`s,
 * which every adapter puts into its provider's form.
 */
export type ModelMessage =
  | { role: "user"; text: string; files?: ModelFile[] }
  | { role: "assistant"; verbatim: Json[] }
  | { role: "assistant"; turn: NeutralTurn }
  | { role: "tool"; results: { callId: string; tool: string; output: Json; isError: boolean }[] };

export type ModelRequest = {
  modelId: string;
  system: string;
  messages: ModelMessage[];
  tools?: ToolSpec[];
  /** Ask for an object of this JSON Schema; the answer still arrives as text and is read tolerantly. */
  output?: { name: string; schema: JsonObject };
  /** Ask for JSON alone, of a form that no schema says: nothing stands around it then. */
  json?: true;
  maxOutputTokens?: number;
  reasoningEffort?: ReasoningEffort;
  temperature?: number;
  /** The same for requests that begin alike: where a provider keeps prefixes by key. */
  cacheKey?: string;
};

/** `args` is absent when the provider's argument text is not JSON; `rawArgs` then tells what it was. */
export type ModelToolCall = { callId: string; tool: string; args?: Json; rawArgs: string };

/** An absent count is unknown, never zero. */
export type Usage = {
  inputTokens?: number;
  cachedInputTokens?: number;
  /** Of the input, what the provider keeps for later requests at a price of its own. */
  cacheWriteTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
};

/** A tool that the model's provider does not take as it is, and how it was sent in the request. */
export type RefusedTool = { tool: string; sent: "simplified" | "left_out" };

export type ModelResponse = {
  text: string;
  /** What the model thought aloud, in a channel of its own. */
  reasoning?: string;
  toolCalls: ModelToolCall[];
  /** The provider's own messages of this turn, to be sent back verbatim. */
  verbatim: Json[];
  refusedTools?: RefusedTool[];
  /** `paused`: the provider has put the turn off, and continues it where it is sent back. */
  finishReason: "stop" | "length" | "tool_calls" | "content_filter" | "paused" | "other";
  usage: Usage;
  reportedCostMicroUsd?: number;
  latencyMs: number;
  timeToFirstTokenMs?: number;
};

export const MODEL_FAILURE_CODES = [
  "unknown_model",
  "auth",
  "bad_request",
  "rate_limited",
  "quota",
  "unavailable",
  "timeout",
  "context_overflow",
  "cut_stream",
  "unreadable_answer",
  "aborted",
] as const;
export type ModelFailureCode = (typeof MODEL_FAILURE_CODES)[number];

/** How the record of a call says that it failed; `fault` is one of ours. */
export const CALL_FAILURES = [...MODEL_FAILURE_CODES, "fault"] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

/** Thrown by Model.call; match by `code`. A stream that breaks half-way is a failure, not a short answer. */
export type ModelFailure = Error & { code: ModelFailureCode; retryAfterMs?: number; status?: number };

/** Micro-dollars per million tokens. */
export type Rates = {
  inputMicroUsd: number;
  cachedInputMicroUsd?: number;
  /** Input that is written to a cache; priced as other input where absent. */
  cacheWriteMicroUsd?: number;
  outputMicroUsd: number;
};

export type ModelInfo = {
  id: string;
  provider: string;
  /** Absent = unknown. */
  price?: Rates & {
    /** What all tokens of a request cost whose input is longer than that, by rising length. */
    longer?: ({ aboveTokens: number } & Rates)[];
  };
  /** The day of a list price, as `2026-09-23`; absent where the price is from the settings, or unknown. */
  priceAsOf?: string;
  /** What people call it; its id where absent. */
  label?: string;
  contextTokens?: number;
  /** The longest answer it gives; absent = unknown. */
  maxOutputTokens?: number;
  /** What requests to it ask for where its role says nothing else. */
  reasoningEffort?: ReasoningEffort;
  temperature?: number;
  /** How it calls tools: by the provider's own means unless this says that it writes actions as JSON. */
  toolCalling?: ToolCalling;
  /** Files that it takes as they are; others get what tools make of them. */
  images?: boolean;
  pdf?: boolean;
  /** False for one that takes no JSON Schema for the form of its answer. */
  jsonSchema?: boolean;
  /** What it takes, of all workers together; absent = not limited here. */
  limits?: { maxConcurrent?: number; tokensPerMinute?: number };
  simulated: boolean;
};

export type ModelCallContext = {
  signal: CancelSignal;
  onText?: (delta: string) => void;
  /** What the model thinks aloud: no part of its answer. */
  onReasoning?: (delta: string) => void;
  /** Something of the answer arrived: text, reasoning, or part of a call. */
  onPart?: () => void;
  /** How long the call may take in all; an adapter without it keeps to its own limit. */
  timeoutMs?: number;
  /** For whom the call is made (a run): where calls wait for each other, these take turns. */
  fairKey?: string;
  /** The request has to wait before it is sent; `onAdmitted` is called when it is, or the call fails unsent. */
  onQueued?: () => void;
  onAdmitted?: () => void;
};

export interface Model {
  list(): ModelInfo[];
  /** One turn: one request to the provider, no retries. Throws a ModelFailure. */
  call(request: ModelRequest, context: ModelCallContext): Promise<ModelResponse>;
}

// ---- tools -------------------------------------------------------------------------------------

/** What a tool carries that touches nothing and makes its results up. */
export const SIMULATED_TAG = "simulated";

export const SIDE_EFFECTS = ["none", "read", "write", "external"] as const;
export type SideEffects = (typeof SIDE_EFFECTS)[number];

/** Whether what counts as the first may do more than what counts as the second. */
export const isStricter = (is: SideEffects, was: SideEffects): boolean =>
  SIDE_EFFECTS.indexOf(is) > SIDE_EFFECTS.indexOf(was);

/** What the engine, policies and prompts know of a tool. */
export type ToolFacts = ToolSpec & {
  /** What it gives; absent = not said. */
  outputSchema?: JsonObject;
  tags: string[];
  sideEffects: SideEffects;
  idempotent: boolean;
  repeatable: boolean;
  timeoutMs: number;
  /** About what one call costs beyond models, in US dollars; absent = not stated, which policies do not take for nothing. */
  costHint?: number;
  /** Of a tool that others serve: names the definition that holds, which all facts here are of. */
  definition?: string;
  /** What differs in the one that its server shows instead, which nobody has accepted; both by one name (`definitionOfCall`). */
  changedParts?: readonly string[];
  callDefinition?: string;
};

export type PassingFault = { why: string; retryAfterMs?: number };

export type ToolResult =
  /** `passing`: why the same call may give something else in a while. */
  | { ok: true; output: Json; passing?: PassingFault }
  | {
      ok: false;
      code: "unknown_tool" | "invalid_arguments" | "timeout" | "failed";
      message: string;
      /** When the tool says that it may be tried again. */
      retryAfterMs?: number;
      /** What failed may have changed something all the same: an equal call counts it. */
      mayHaveActed?: true;
    }
  /** It has done nothing, and may not begin any more: see `mayBegin`. */
  | { ok: false; code: "not_begun" }
  /** It has done nothing yet, and asks. */
  | { ok: false; code: "paused"; pause: ToolPause };

/** A result that ends its call. */
export type EndedToolResult = Exclude<ToolResult, { code: "paused" | "not_begun" }>;

/** What one call of a tool is given by the one who makes it. */
export type ToolCallContext = {
  signal: CancelSignal;
  idempotencyKey: string;
  runId: string;
  workspaceId: string;
  /**
   * A piece of output while the call runs. `streamId` names one of the call's streams ("output", "errors"), `seq`
   * rises within it: what comes with a number that is not higher than the one before is dropped.
   */
  emitChunk(streamId: string, seq: number, text: string, done?: boolean, meta?: JsonObject): void;
  /** The whole of an output that was too large for an agent, by its digest; undefined for one of another run. */
  readArtifact(digest: string): Promise<Json | undefined>;
  /** The files of the run, and no others. */
  attachments: Attachments;
  /** Whether it may still change something outside, as the store has it: asked right before it does. Never rejects. */
  mayBegin(): Promise<boolean>;
  /** True where the policies as they are now let the tool be called with these arguments, and nobody has to be asked. */
  isAllowed(args: Json): boolean;
  /** A person has allowed this call, which had paused with `approval_required`. */
  approval?: ToolApproval;
};

/** Files that came with a mission (docs/agents.md, "Attachments"). */
export interface Attachments {
  list(): AttachmentNote[];
  /** The content of a file by its name; undefined when the run has none of this name. */
  read(name: string): Promise<Uint8Array | undefined>;
}

export interface Tools {
  list(): ToolFacts[];
  find(name: string): ToolFacts | undefined;
  /** Why these arguments do not fit the tool's schema, with a suggestion; undefined when they do. */
  checkArguments(name: string, args: Json): string | undefined;
  /** One line that tells a person what this call does. */
  summarize(name: string, args: Json): string;
  /** Runs the tool once. Faults of the tool are results, not throws. */
  run(name: string, args: Json, context: ToolCallContext): Promise<ToolResult>;
}

/**
 * Thrown by a tool that may have changed something and cannot tell: its result has the code `timeout`, and a person is
 * asked before a call that is not idempotent is made again.
 */
export type UnknownOutcome = Error & { code: "unknown_outcome" };

/**
 * Where a value does not fit a JSON Schema, and why. `path` has its keys and indexes with dots between, and is empty for
 * the value itself; `unusable`: it is the schema that is at fault, so that no value fits.
 */
export type Mismatch = { path: string; message: string; unusable?: true };

/**
 * Checks a value against a JSON Schema; returns every mismatch once. The text of a number that a double would change counts
 * as that number where the schema wants one (docs/agents.md, "Numbers"); `numberPlaces` says where, as paths of mismatches.
 */
export interface Schemas {
  mismatches(schema: JsonObject, value: Json): Mismatch[];
  numberPlaces(schema: JsonObject, value: Json): ReadonlySet<string>;
}

// ---- the web -----------------------------------------------------------------------------------

export type HttpRequest = {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Where a redirect may lead; anywhere public where it is not given. */
  mayFollow?(url: string): boolean;
  /** Waited for on the connection right before anything is sent; what it throws keeps it from that. */
  beforeSent?(): Promise<void>;
};

export type HttpReply = {
  /** Where the answer came from, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  contentType?: string;
  /** Absent when the body is no text. */
  text?: string;
  /** How many bytes were read, after decompression. */
  bytes: number;
  truncated: boolean;
};

export type HttpFailureCode =
  | "bad_url"
  | "forbidden_address"
  | "bad_redirect"
  | "unreachable"
  | "timeout"
  | "broken"
  | "aborted";

/** Thrown by SafeHttp; match by `code`. `sent`: the other side may have got the request and acted on it. */
export type HttpFailure = Error & { code: HttpFailureCode; sent: boolean };

export interface SafeHttp {
  /**
   * One request to the public web. Redirects of GET and HEAD are followed, each address checked before it is gone to; of any
   * other request, and to where it may not follow, a redirect is the answer (docs/tools.md, "Addresses"). Throws an HttpFailure.
   */
  send(
    request: HttpRequest,
    limits: { signal: CancelSignal; timeoutMs: number; maxBytes: number },
  ): Promise<HttpReply>;
}

// ---- what a workspace has set up ---------------------------------------------------------------

/** Models, tools, policies and people of a workspace. Each answer is what is known now: a setup may be kept for long. */
export interface WorkspaceSetup {
  model: Model;
  tools: Tools;
  /** The model of a role where neither the run nor the agent names one. */
  defaultModelOf(role: string): string;
  /** How a role's calls are made, by its own settings, else by those of the default role. */
  settingsOfRole(role: string): RoleSettings;
  /** Where its models come from. */
  modelProviders(): ModelProviderInfo[];
  policies(): WorkspacePolicies;
  /** Whether real models are offered simulated tools too. */
  simulatedTools(): boolean;
  /** Limits of new runs that bring none of their own. */
  runBudgets(): RunBudgets;
  /** Who could answer its gates at this moment. */
  people(): readonly Answerer[];
  /** Who outside the console wants to hear of what: channels that are switched on. */
  channels(): readonly ChannelWishes[];
}

export interface Workspaces {
  /** The workspace's setup, brought up to date when it was last looked at more than a moment ago. */
  open(workspaceId: string): Promise<WorkspaceSetup>;
  /** The setup as it is at this moment, looked at whenever it was before. Throws `unavailable` where that cannot be. */
  newest(workspaceId: string): Promise<WorkspaceSetup>;
  /** The setup as it was last read, if it is in memory. */
  known(workspaceId: string): WorkspaceSetup | undefined;
  /** What was set up has changed: the next `open` reads it again. */
  invalidate(workspaceId: string): void;
}

/** Keeps keys and tokens at rest. */
export interface SecretBox {
  seal(text: string): string;
  /** Undefined for what was not sealed with this box's key, or was changed since. */
  open(sealed: string): string | undefined;
}
