import type { LanguageModelV4 } from "@ai-sdk/provider";
import { jsonSchema, Output, type ModelMessage as SdkMessage, streamText, type ToolSet, tool } from "ai";
import { digestOfText } from "@/lib/core/bytes";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type {
  Log,
  ModelFailureCode,
  ModelMessage,
  ModelRequest,
  ModelResponse,
  ModelToolCall,
  NeutralTurn,
  ToolSpec,
} from "@/lib/core/ports";
import { brokenEnd, StreamedAnswer } from "./streamed-answer";

const PLAIN_KEYWORDS = new Set([
  "$schema",
  "title",
  "description",
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
]);

type ToolTurn = Extract<ModelMessage, { role: "tool" }>;

type CallOptions = {
  signal: AbortSignal;
  onText?: ((delta: string) => void) | undefined;
  onReasoning?: ((delta: string) => void) | undefined;
  onPart?: (() => void) | undefined;
  log?: Log | undefined;
};

/**
 * Sends one request and reads its stream to the end. Throws whatever the SDK throws or streams as an error.
 * On a throw the request may still run: the caller stops it by the signal.
 */
export async function callOnce(
  model: LanguageModelV4,
  request: ModelRequest,
  { signal, onText, onReasoning, onPart, log }: CallOptions,
): Promise<ModelResponse> {
  const startedAtMs = performance.now();
  const answer = new StreamedAnswer();
  let complete = false;
  const result = streamText({
    model,
    messages: withCachePoints(request),
    maxRetries: 0,
    abortSignal: signal,
    ...(request.system === ""
      ? {}
      : { instructions: cachePoint({ role: "system", content: request.system }) }),
    ...(request.tools?.length ? { tools: toSdkTools(request.tools) } : {}),
    ...(request.output || request.json ? outputFormat(request.output) : {}),
    providerOptions: providerOptionsOf(request),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.reasoningEffort === undefined ? {} : { reasoning: request.reasoningEffort }),
    // Errors are thrown below; without a handler the SDK would print them.
    onError: () => undefined,
    onLanguageModelCallEnd: () => {
      complete = true;
    },
  });
  for await (const part of result.stream) {
    if (signal.aborted || part.type === "abort") throw new DOMException("The call was stopped", "AbortError");
    if (part.type === "error") throw part.error;
    if (part.type === "start-step" && part.warnings.length > 0) {
      log?.debug(
        { model: request.modelId, warnings: part.warnings },
        "the model's provider ignores a setting",
      );
    }
    answer.add(part, performance.now());
    if (part.type !== "start" && part.type !== "start-step") onPart?.();
    if (part.type === "text-delta" && part.text !== "") onText?.(part.text);
    if (part.type === "reasoning-delta" && part.text !== "") onReasoning?.(part.text);
  }
  const { finish } = answer;
  if (!finish || !complete || finish.finishReason === "interrupted") {
    throw callError("cut_stream", "the stream ended without a finish");
  }
  const broken = brokenEnd(finish);
  if (broken !== undefined) throw callError("unavailable", `the provider ended the answer with "${broken}"`);
  const { response } = await result.finalStep;
  return {
    text: answer.text,
    ...(answer.reasoning !== "" && { reasoning: answer.reasoning }),
    toolCalls: answer.toolCalls,
    verbatim: fromSdkMessages(response.messages, answer.toolCalls),
    ...answer.metrics(finish, startedAtMs, performance.now()),
  };
}

/** Where Anthropic is to keep what stands before; other providers keep prefixes by themselves, and pass it over. */
const CACHE_POINT = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" as const } } } };

function cachePoint<Message extends SdkMessage>(message: Message): Message {
  return { ...message, ...CACHE_POINT };
}

/**
 * A conversation is kept up to its first message and up to its last, from which the next request continues; a request that
 * stands alone only up to its system text, which other requests share (docs/models.md, "Prompt caching").
 */
function withCachePoints({ messages, tools = [] }: ModelRequest): SdkMessage[] {
  const sent = toSdkMessages(messages);
  if (sent.length === 1 && tools.length === 0) return sent;
  const last = sent.length - 1;
  return sent.map((message, index) => (index === 0 || index === last ? cachePoint(message) : message));
}

/** What OpenAI takes at most is 64. */
const CACHE_KEY_CHARS = 32;

/**
 * Strict mode only where the provider would not refuse the schema; the key under which OpenAI finds the prefix again. Gemini
 * shows its thoughts only when it is asked to.
 */
function providerOptionsOf({ output, cacheKey, reasoningEffort }: ModelRequest) {
  const strict = output && { strictJsonSchema: fitsStrictMode(output.schema) };
  return {
    openai: {
      ...strict,
      ...(cacheKey !== undefined && { promptCacheKey: digestOfText(cacheKey).slice(0, CACHE_KEY_CHARS) }),
    },
    ...(strict && { openaiCompatible: strict }),
    ...(reasoningEffort !== undefined &&
      reasoningEffort !== "none" && { google: { thinkingConfig: { includeThoughts: true } } }),
  };
}

/**
 * Asks for JSON, of the schema where there is one, but leaves the reading of the text to us: the SDK's own object output would hold
 * back deltas until they parse.
 */
function outputFormat(form: ModelRequest["output"]) {
  return {
    output: {
      ...Output.text(),
      name: "json",
      responseFormat: Promise.resolve({ type: "json" as const, ...form }),
    },
  };
}

function callError(code: ModelFailureCode, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Our messages as the SDK wants them; assistant turns go back untouched. */
function toSdkMessages(messages: ModelMessage[]): SdkMessage[] {
  return messages.flatMap((message): SdkMessage[] => {
    if (message.role === "user") return [{ role: "user", content: userContent(message) }];
    // `verbatim` is what fromSdkMessages kept of this SDK's own answer.
    if ("verbatim" in message) return message.verbatim as unknown as SdkMessage[];
    if (message.role === "assistant") return [assistantMessage(message.turn)];
    return [{ role: "tool", content: message.results.map(toolResult) }];
  });
}

/** Of a turn that said and called nothing an empty text is left: providers take no message without parts. */
function assistantMessage({ text, toolCalls }: NeutralTurn): SdkMessage {
  const calls = toolCalls.map(({ callId, tool: toolName, args: input }) => ({
    type: "tool-call" as const,
    toolCallId: callId,
    toolName,
    input,
  }));
  const words = text === "" && calls.length > 0 ? [] : [{ type: "text" as const, text }];
  return { role: "assistant", content: [...words, ...calls] };
}

/** Files stand before the words that speak of them. */
function userContent({ text, files = [] }: Extract<ModelMessage, { role: "user" }>) {
  if (files.length === 0) return text;
  const parts = files.map(({ name, mediaType, base64 }) => ({
    type: "file" as const,
    data: base64,
    mediaType,
    filename: name,
  }));
  return [...parts, { type: "text" as const, text }];
}

/**
 * The assistant's part of an answer, as JSON to keep. The SDK adds a tool message of its own for a call that it
 * could not read; the observation is the engine's to write, so it is left out.
 */
function fromSdkMessages(messages: SdkMessage[], calls: readonly ModelToolCall[]): Json[] {
  const argsOf = new Map(calls.map(({ callId, args }) => [callId, args]));
  const own = messages.filter((message) => message.role === "assistant");
  const kept = JSON.parse(JSON.stringify(own)) as JsonObject[];
  return kept.map(({ content, ...message }) => ({
    ...message,
    ...(content !== undefined && { content: withExactArguments(content, argsOf) }),
  }));
}

/** The SDK has parsed the arguments of calls with doubles for numbers. */
function withExactArguments(content: Json, argsOf: ReadonlyMap<string, Json | undefined>): Json {
  if (!Array.isArray(content)) return content;
  return content.map((part) => {
    if (!isJsonObject(part) || part.type !== "tool-call") return part;
    const args = argsOf.get(String(part.toolCallId));
    return args === undefined ? part : { ...part, input: args };
  });
}

/** Tools without `execute`: the SDK reports the calls and runs nothing. */
function toSdkTools(specs: ToolSpec[]): ToolSet {
  return Object.fromEntries(
    specs.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function toolResult({ callId, tool: toolName, output, isError }: ToolTurn["results"][number]) {
  const sdkOutput = typeof output === "string" ? textOutput(output, isError) : jsonOutput(output, isError);
  return { type: "tool-result" as const, toolCallId: callId, toolName, output: sdkOutput };
}

function textOutput(value: string, isError: boolean) {
  return isError ? { type: "error-text" as const, value } : { type: "text" as const, value };
}

function jsonOutput(value: Json, isError: boolean) {
  return isError ? { type: "error-json" as const, value } : { type: "json" as const, value };
}

/**
 * Whether OpenAI's strict mode takes the schema: every object closed, every property required, plain keywords
 * only (platform.openai.com/docs/guides/structured-outputs, "Supported schemas"). It refuses all others.
 */
export function fitsStrictMode(schema: JsonObject): boolean {
  return schema.type === "object" && isStrict(schema);
}

function isStrict(schema: Json | undefined): boolean {
  if (!isJsonObject(schema) || !Object.keys(schema).every((key) => PLAIN_KEYWORDS.has(key))) return false;
  if (!isTyped(schema)) return false;
  if ("properties" in schema || schema.type === "object") return isClosedObject(schema);
  if (schema.type === "array") return isStrict(schema.items);
  return Array.isArray(schema.anyOf) ? schema.anyOf.every(isStrict) : true;
}

function isTyped(schema: JsonObject): boolean {
  return ["type", "enum", "const", "anyOf"].some((key) => Object.hasOwn(schema, key));
}

function isClosedObject(schema: JsonObject): boolean {
  const { properties, required } = schema;
  if (schema.additionalProperties !== false || !isJsonObject(properties) || !Array.isArray(required))
    return false;
  return Object.entries(properties).every(([name, inner]) => required.includes(name) && isStrict(inner));
}
