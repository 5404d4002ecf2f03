import type { JsonObject } from "@/lib/core/json";
import {
  type AnswerReply,
  argumentFragments,
  argumentText,
  textDeltas,
  type WireProtocol,
  type WireToolCall,
} from "./reply";

const RESPONSE = { id: "resp_1", created_at: 1_700_000_000, model: "wire" };

/** OpenAI Responses, streamed: typed events, closed by `response.completed`. */
export const responses: WireProtocol = {
  path: "/responses",

  content(reply) {
    const parts = [...reasoningItem(reply), ...messageItem(reply), ...(reply.toolCalls ?? []).map(callItem)];
    return [
      event("response.created", { response: RESPONSE }),
      ...parts.flatMap((frames, index) => frames.map((frame) => frame(index))),
    ];
  },

  completion(reply) {
    const incomplete = reply.finishReason !== undefined && reply.finishReason !== "stop";
    return [
      event(incomplete ? "response.incomplete" : "response.completed", {
        response: {
          ...RESPONSE,
          incomplete_details: incomplete ? { reason: reply.finishReason as string } : null,
          usage: usageOf(reply),
        },
      }),
    ];
  },

  failure: (error) =>
    event("error", { sequence_number: 1, error: { type: "server_error", code: null, ...error } }),
  refusal: (error) => ({ error: { type: "error", param: null, code: null, ...error } }),
};

type Frame = (index: number) => string;

function reasoningItem(reply: AnswerReply): Frame[][] {
  if (!reply.reasoning?.length) return [];
  const item = { type: "reasoning", id: "rs_1", encrypted_content: "sealed" };
  return [
    [
      (index) => event("response.output_item.added", { output_index: index, item }),
      ...reply.reasoning.map(
        (delta): Frame =>
          () =>
            event("response.reasoning_summary_text.delta", { item_id: "rs_1", summary_index: 0, delta }),
      ),
      (index) => event("response.output_item.done", { output_index: index, item }),
    ],
  ];
}

function messageItem(reply: AnswerReply): Frame[][] {
  const deltas = textDeltas(reply);
  if (deltas.length === 0) return [];
  const item = { type: "message", id: "msg_1" };
  return [
    [
      (index) => event("response.output_item.added", { output_index: index, item }),
      ...deltas.map(
        (delta): Frame =>
          (index) =>
            event("response.output_text.delta", { item_id: "msg_1", output_index: index, delta }),
      ),
      (index) => event("response.output_item.done", { output_index: index, item }),
    ],
  ];
}

function callItem(call: WireToolCall, position: number): Frame[] {
  const id = `fc_${position + 1}`;
  const head = { type: "function_call", id, call_id: call.id ?? `call_${position + 1}`, name: call.tool };
  const whole = { ...head, arguments: argumentText(call), status: "completed" };
  return [
    (index) => event("response.output_item.added", { output_index: index, item: { ...head, arguments: "" } }),
    ...argumentFragments(call).map(
      (delta): Frame =>
        (index) =>
          event("response.function_call_arguments.delta", { item_id: id, output_index: index, delta }),
    ),
    (index) => event("response.output_item.done", { output_index: index, item: whole }),
  ];
}

function usageOf({ usage }: AnswerReply): JsonObject | null {
  if (!usage) return null;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(cachedInputTokens === undefined
      ? {}
      : { input_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens === undefined
      ? {}
      : { output_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

function event(type: string, body: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`;
}
