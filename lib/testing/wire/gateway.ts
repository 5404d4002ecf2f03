import type { JsonObject } from "@/lib/core/json";
import {
  type AnswerReply,
  argumentFragments,
  argumentText,
  textDeltas,
  type WireProtocol,
  type WireToolCall,
} from "./reply";

/** Vercel's AI Gateway: the parts of the AI SDK's own stream, one a frame, the last of which is `finish`. */
export const gateway: WireProtocol = {
  path: "/language-model",

  content: (reply) => [
    frame({ type: "stream-start", warnings: [] }),
    ...block("reasoning", reply.reasoning ?? []),
    ...block("text", textDeltas(reply)),
    ...(reply.toolCalls ?? []).flatMap(callFrames),
  ],

  completion(reply) {
    const unified = reply.finishReason ?? (reply.toolCalls?.length ? "tool-calls" : "stop");
    const cost = reply.usage?.cost;
    return [
      frame({
        type: "finish",
        finishReason: { unified, raw: unified },
        usage: usageOf(reply),
        ...(cost !== undefined && { providerMetadata: { gateway: { cost: String(cost) } } }),
      }),
    ];
  },

  failure: (error) => frame({ type: "error", error: { ...error } }),
  refusal: (error) => ({ error: { type: "internal_server_error", ...error } }),
};

function block(type: string, deltas: string[]): string[] {
  if (deltas.length === 0) return [];
  return [
    frame({ type: `${type}-start`, id: type }),
    ...deltas.map((delta) => frame({ type: `${type}-delta`, id: type, delta })),
    frame({ type: `${type}-end`, id: type }),
  ];
}

function callFrames(call: WireToolCall, index: number): string[] {
  const id = call.id ?? `call_${index + 1}`;
  const deltas = argumentFragments(call).map((delta) => frame({ type: "tool-input-delta", id, delta }));
  return [
    frame({ type: "tool-input-start", id, toolName: call.tool }),
    ...deltas,
    frame({ type: "tool-input-end", id }),
    frame({ type: "tool-call", toolCallId: id, toolName: call.tool, input: argumentText(call) }),
  ];
}

function usageOf({ usage }: AnswerReply): JsonObject {
  if (!usage) return { inputTokens: {}, outputTokens: {} };
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    inputTokens: {
      total: inputTokens,
      ...(cachedInputTokens !== undefined && { cacheRead: cachedInputTokens }),
    },
    outputTokens: {
      total: outputTokens,
      ...(reasoningTokens !== undefined && { reasoning: reasoningTokens }),
    },
  };
}

function frame(body: JsonObject): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
