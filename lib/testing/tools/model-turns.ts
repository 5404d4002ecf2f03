import type { Json } from "@/lib/core/json";
import type { ModelToolCall } from "@/lib/core/ports";
import type { Branch, Call, TurnFacts } from "@/lib/core/trajectory";

/** Turns of a model and results of its calls, as tests of trajectories write them. */

export const toolCall = (callId: string, tool = "search", args: Json = { q: "x" }): ModelToolCall & Call => ({
  callId,
  tool,
  args,
  rawArgs: JSON.stringify(args),
});

export function turn(
  text: string,
  toolCalls: ModelToolCall[] = [],
  more: Partial<TurnFacts> = {},
): TurnFacts {
  return {
    text,
    toolCalls,
    finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { inputTokens: 10, outputTokens: 5 },
    argumentProblems: [],
    startedAtMs: 1_000,
    latencyMs: 20,
    ...more,
  };
}

export const done = (callId: string, output: Json = "found", tool = "search"): Branch => ({
  callId,
  tool,
  ok: true,
  output,
});

export const failed = (callId: string, error: string, tool = "search"): Branch => ({
  callId,
  tool,
  ok: false,
  error,
});
