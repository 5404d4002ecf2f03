import type { LanguageModelUsage, ProviderMetadata, TextStreamPart, ToolSet } from "ai";
import { knownUsage } from "@/lib/core/cost";
import { isJsonObject, type Json, lossyNumber, parseJson } from "@/lib/core/json";
import type { ModelResponse, ModelToolCall, Usage } from "@/lib/core/ports";

const MICRO_USD = 1_000_000;

type Part = TextStreamPart<ToolSet>;
type ToolCallPart = Extract<Part, { type: "tool-call" }>;
type FinishPart = Extract<Part, { type: "finish-step" }>;
type SdkFinish = FinishPart["finishReason"];

const FINISH: Partial<Record<SdkFinish, ModelResponse["finishReason"]>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
};

/** Words of compatible servers for an end; the SDK knows one for each. What nobody knows is no good end. */
const ENDS: readonly [RegExp, ModelResponse["finishReason"]][] = [
  [
    /^(?:stop|end|ended|eos|eos_token|end_turn|stop_sequence|stop_token|complete|completed|done|finished|success)$/,
    "stop",
  ],
  [/^(?:length|max_?tokens|max_output_tokens|max_length|context_length|model_length)$/, "length"],
  [/^(?:tool_calls?|tool_use|function_calls?)$/, "tool_calls"],
  [/filter|safety|sensitive|refus|prohibited|blocklist|moderation|recitation|spii/, "content_filter"],
];
/** A turn that its provider put off has not ended, although the SDK takes it for one that has; Anthropic's is sent back as it is. */
const PUT_OFF = /^paused?(?:_turn)?$/;
/** Words by which a provider says that it failed: the same request may end well. */
const FAILED = /error|abort|cancel|fail|interrupt|insufficient|overload|time_?out|malformed/i;

/** The word by which the provider says that it broke off; undefined for any other end. */
export function brokenEnd({ finishReason, rawFinishReason = "" }: FinishPart): string | undefined {
  if (finishReason === "error") return rawFinishReason || "error";
  return finishReason === "other" && FAILED.test(rawFinishReason) ? rawFinishReason : undefined;
}

function endOf({ finishReason, rawFinishReason = "" }: FinishPart): ModelResponse["finishReason"] {
  const word = rawFinishReason.toLowerCase();
  if (PUT_OFF.test(word)) return word === "pause_turn" ? "paused" : "other";
  return FINISH[finishReason] ?? ENDS.find(([words]) => words.test(word))?.[1] ?? "other";
}

/** What one streamed answer has said so far. Times are milliseconds of the same clock. */
export class StreamedAnswer {
  text = "";
  reasoning = "";
  readonly toolCalls: ModelToolCall[] = [];
  finish: FinishPart | undefined;
  firstTokenAtMs: number | undefined;
  readonly #argumentText = new Map<string, string>();

  /** Takes in one part of the stream. */
  add(part: Part, nowMs: number): void {
    if (part.type === "text-delta") this.text += part.text;
    else if (part.type === "reasoning-delta") this.reasoning += part.text;
    else if (part.type === "tool-input-delta") this.#addArguments(part.id, part.delta);
    else if (part.type === "tool-call" && !part.providerExecuted) this.toolCalls.push(this.#toolCall(part));
    else if (part.type === "finish-step") this.finish = part;
    if (isToken(part)) this.firstTokenAtMs ??= nowMs;
  }

  /** The answer's numbers, once it has finished. */
  metrics(finish: FinishPart, startedAtMs: number, nowMs: number) {
    return {
      finishReason: endOf(finish),
      usage: toUsage(finish.usage),
      ...toReportedCost(finish.usage, finish.providerMetadata),
      latencyMs: Math.round(nowMs - startedAtMs),
      ...(this.firstTokenAtMs === undefined
        ? {}
        : { timeToFirstTokenMs: Math.round(this.firstTokenAtMs - startedAtMs) }),
    };
  }

  #addArguments(callId: string, delta: string): void {
    this.#argumentText.set(callId, (this.#argumentText.get(callId) ?? "") + delta);
  }

  #toolCall(part: ToolCallPart): ModelToolCall {
    const given = part.input as Json;
    const rawArgs = this.#argumentText.get(part.toolCallId) ?? asText(given);
    // The SDK has parsed them with doubles for numbers.
    const input = lossyNumber(rawArgs) === undefined ? given : (parseJson(rawArgs) ?? given);
    // The SDK hands over the text itself where it could not read it as JSON.
    const unreadable = part.invalid === true && input === rawArgs;
    // Some models write the text of their arguments as a text once more.
    const inner = typeof input === "string" && !unreadable ? parseJson(input) : undefined;
    return {
      callId: part.toolCallId,
      tool: part.toolName,
      ...(unreadable ? {} : { args: isJsonObject(inner) ? inner : input }),
      rawArgs,
    };
  }
}

function isToken(part: Part): boolean {
  return part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-start";
}

function asText(input: Json): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** Token counts; what the provider did not report stays absent. */
function toUsage(usage: LanguageModelUsage): Usage {
  const { inputTokens, outputTokens } = usage;
  return knownUsage({
    inputTokens,
    outputTokens,
    cachedInputTokens: reportedCount(
      usage,
      usage.inputTokenDetails.cacheReadTokens,
      /"cache[^"]*token[^"]*"/i,
    ),
    cacheWriteTokens: reportedCount(
      usage,
      usage.inputTokenDetails.cacheWriteTokens,
      /"cache_(creation|write)[^"]*"/i,
    ),
    reasoningTokens: reportedCount(
      usage,
      usage.outputTokenDetails.reasoningTokens,
      /"(reasoning|thinking|thoughts)_?token[^"]*"/i,
    ),
  });
}

/**
 * What the provider says the call cost, in micro-dollars. In US dollars OpenRouter sends it as `usage.cost`, the AI
 * Gateway as the text `cost` of its metadata.
 */
function toReportedCost(
  usage: LanguageModelUsage,
  metadata?: ProviderMetadata,
): Pick<ModelResponse, "reportedCostMicroUsd"> {
  const reportedCost = usage.raw?.cost ?? metadata?.gateway?.cost;
  const cost =
    typeof reportedCost === "string" && reportedCost.trim() !== "" ? Number(reportedCost) : reportedCost;
  if (typeof cost !== "number" || !Number.isFinite(cost) || cost < 0) return {};
  return { reportedCostMicroUsd: Math.round(cost * MICRO_USD) };
}

/** The SDK writes 0 for a detail that a provider leaves out; only the raw usage tells the two apart. */
function reportedCount(
  usage: LanguageModelUsage,
  count: number | undefined,
  key: RegExp,
): number | undefined {
  if (count !== 0 || usage.raw === undefined) return count;
  return key.test(JSON.stringify(usage.raw)) ? count : undefined;
}
