import type { TextStreamPart, ToolSet } from "ai";
import type { Json } from "@/lib/core/json";
import type { ModelResponse, ModelToolCall } from "@/lib/core/ports";
import { toReportedCost, toUsage } from "./usage";

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

/** What one streamed answer has said so far. Times are milliseconds of the same clock. */
export class StreamedAnswer {
  text = "";
  readonly toolCalls: ModelToolCall[] = [];
  finish: FinishPart | undefined;
  firstTokenAtMs: number | undefined;
  readonly #argumentText = new Map<string, string>();

  /** Takes in one part of the stream. */
  add(part: Part, nowMs: number): void {
    if (part.type === "text-delta") this.text += part.text;
    else if (part.type === "tool-input-delta") this.#addArguments(part.id, part.delta);
    else if (part.type === "tool-call" && !part.providerExecuted) this.toolCalls.push(this.#toolCall(part));
    else if (part.type === "finish-step") this.finish = part;
    if (isToken(part)) this.firstTokenAtMs ??= nowMs;
  }

  /** The answer's numbers, once it has finished. */
  metrics(finish: FinishPart, startedAtMs: number, nowMs: number) {
    return {
      finishReason: FINISH[finish.finishReason] ?? ("other" as const),
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
    const input = part.input as Json;
    const rawArgs = this.#argumentText.get(part.toolCallId) ?? asText(input);
    // The SDK hands over the text itself where it could not read it as JSON.
    const unreadable = part.invalid === true && input === rawArgs;
    return {
      callId: part.toolCallId,
      tool: part.toolName,
      ...(unreadable ? {} : { args: input }),
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
