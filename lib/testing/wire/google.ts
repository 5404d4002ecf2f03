import type { JsonObject } from "@/lib/core/json";
import { type AnswerReply, argumentText, textDeltas, type WireError, type WireProtocol } from "./reply";

/** Gemini's `streamGenerateContent`, streamed: whole responses, the last of which has the reason of the end. */
export const google: WireProtocol = {
  path: ":streamGenerateContent",

  content: (reply) => [
    ...(reply.reasoning ?? []).map((text) => parts({ text, thought: true })),
    ...textDeltas(reply).map((text) => parts({ text })),
    ...(reply.toolCalls ?? []).map((call, index) => {
      const args = "args" in call ? call.args : argumentText(call);
      return parts({ functionCall: { id: call.id ?? `call_${index + 1}`, name: call.tool, args } });
    }),
  ],

  completion(reply) {
    const finishReason = reply.finishReason ?? "STOP";
    return [frame({ candidates: [{ index: 0, finishReason }], ...usageOf(reply) })];
  },

  failure: (error) => frame(errorOf(error)),
  refusal: errorOf,
};

function errorOf({ message, type, code }: WireError): JsonObject {
  const reason = typeof code === "string" ? [{ reason: code }] : [];
  return {
    error: {
      code: typeof code === "number" ? code : null,
      message,
      status: type ?? "UNAVAILABLE",
      details: reason,
    },
  };
}

function usageOf({ usage }: AnswerReply): JsonObject {
  if (!usage) return {};
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens - (reasoningTokens ?? 0),
      totalTokenCount: inputTokens + outputTokens,
      ...(cachedInputTokens === undefined ? {} : { cachedContentTokenCount: cachedInputTokens }),
      ...(reasoningTokens === undefined ? {} : { thoughtsTokenCount: reasoningTokens }),
    },
  };
}

function parts(part: JsonObject): string {
  return frame({
    candidates: [{ index: 0, content: { role: "model", parts: [part] } }],
    responseId: "resp_1",
  });
}

function frame(body: JsonObject): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
