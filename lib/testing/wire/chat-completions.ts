import type { JsonObject } from "@/lib/core/json";
import { type AnswerReply, argumentFragments, textDeltas, type WireProtocol } from "./reply";

const ID = "chatcmpl-1";

/** OpenAI chat completions, streamed: data frames only, closed by `[DONE]`. */
export const chatCompletions: WireProtocol = {
  path: "/chat/completions",

  content(reply) {
    return [
      delta({ role: "assistant", content: "" }),
      ...(reply.reasoning ?? []).map((text) => delta({ reasoning_content: text })),
      ...textDeltas(reply).map((text) => delta({ content: text })),
      ...(reply.refused ?? []).map((refusal) => delta({ refusal })),
      ...toolCallDeltas(reply),
    ];
  },

  completion(reply) {
    const finished = chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishReason(reply) }] });
    const usage = usageOf(reply);
    return [finished, ...(usage ? [chunk({ choices: [], usage })] : []), "data: [DONE]\n\n"];
  },

  failure: (error) => frame({ error }),
  refusal: (error) => ({ error: { type: "error", param: null, code: null, ...error } }),
};

function toolCallDeltas(reply: AnswerReply): string[] {
  return (reply.toolCalls ?? []).flatMap((call, index) => {
    const id = call.id ?? `call_${index + 1}`;
    const head = { index, id, type: "function", function: { name: call.tool, arguments: "" } };
    const rest = argumentFragments(call).map((text) => ({ index, function: { arguments: text } }));
    return [head, ...rest].map((entry) => delta({ tool_calls: [entry] }));
  });
}

function finishReason(reply: AnswerReply): string {
  return reply.finishReason ?? (reply.toolCalls?.length ? "tool_calls" : "stop");
}

function usageOf({ usage }: AnswerReply): JsonObject | undefined {
  if (!usage) return undefined;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens, cost } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined
      ? {}
      : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens === undefined
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
    ...(cost === undefined ? {} : { cost }),
  };
}

function delta(content: JsonObject): string {
  return chunk({ choices: [{ index: 0, delta: content, finish_reason: null }] });
}

function chunk(body: JsonObject): string {
  return frame({ id: ID, object: "chat.completion.chunk", created: 1_700_000_000, model: "wire", ...body });
}

function frame(body: object): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
