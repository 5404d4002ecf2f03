import type { JsonObject } from "@/lib/core/json";
import { type AnswerReply, argumentFragments, textDeltas, type WireProtocol } from "./reply";

type Block = { start: JsonObject; deltas: JsonObject[] };

/** Anthropic Messages, streamed: typed events around content blocks, closed by `message_stop`. */
export const messages: WireProtocol = {
  path: "/messages",

  content(reply) {
    const { inputTokens = 0, cachedInputTokens, cacheWriteTokens } = reply.usage ?? {};
    const cached = cachedInputTokens ?? 0;
    const usage = {
      input_tokens: inputTokens - cached - (cacheWriteTokens ?? 0),
      output_tokens: 1,
      ...(cachedInputTokens === undefined ? {} : { cache_read_input_tokens: cached }),
      ...(cacheWriteTokens === undefined ? {} : { cache_creation_input_tokens: cacheWriteTokens }),
    };
    const message = { id: "msg_1", type: "message", role: "assistant", model: "wire", content: [], usage };
    return [event("message_start", { message }), ...blocksOf(reply).flatMap(blockFrames)];
  },

  completion(reply) {
    const stop_reason = reply.finishReason ?? (reply.toolCalls?.length ? "tool_use" : "end_turn");
    const usage = { output_tokens: reply.usage?.outputTokens ?? 0 };
    return [
      event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage }),
      event("message_stop", {}),
    ];
  },

  failure: (error) => event("error", { error: { type: "api_error", ...error } }),
  refusal: (error) => ({ type: "error", error: { type: "error", ...error } }),
};

function blocksOf(reply: AnswerReply): Block[] {
  const blocks: Block[] = [];
  if (reply.reasoning?.length) {
    const deltas = reply.reasoning.map((thinking) => ({ type: "thinking_delta", thinking }));
    const signature = { type: "signature_delta", signature: "signed" };
    blocks.push({ start: { type: "thinking", thinking: "" }, deltas: [...deltas, signature] });
  }
  const texts = textDeltas(reply).map((text) => ({ type: "text_delta", text }));
  if (texts.length > 0) blocks.push({ start: { type: "text", text: "" }, deltas: texts });
  reply.toolCalls?.forEach((call, index) => {
    const start = { type: "tool_use", id: call.id ?? `call_${index + 1}`, name: call.tool, input: {} };
    const deltas = argumentFragments(call).map((text) => ({ type: "input_json_delta", partial_json: text }));
    blocks.push({ start, deltas });
  });
  return blocks;
}

function blockFrames(block: Block, index: number): string[] {
  return [
    event("content_block_start", { index, content_block: block.start }),
    ...block.deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function event(type: string, body: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`;
}
