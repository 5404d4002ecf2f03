import { isJsonObject, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { ProviderSettings } from "../provider-settings";
import { chatCompletions } from "./chat-completions";
import { readableCounts } from "./counts";
import type { PassedOver } from "./passed-over";
import type { Wire } from "./readable-answers";

/** The protocol in which a provider answers. */
export function wireOf(settings: Exclude<ProviderSettings, { kind: "ready" }>): Wire {
  switch (settings.kind) {
    case "openai-compatible":
      return chatCompletions;
    case "openai":
      return settings.api === "responses" ? responses : chatCompletions;
    case "anthropic":
      return messages;
    case "google":
      return google;
    case "gateway":
      return gateway;
  }
}

/** Kinds of blocks of Anthropic Messages that are read, each with the name of the text that it may begin with. */
const BLOCKS: Readonly<Record<string, string | null>> = {
  text: "text",
  thinking: "thinking",
  redacted_thinking: null,
  tool_use: null,
};

/** Anthropic Messages. */
const messages: Wire = {
  frame(frame, event, passed) {
    const { message, usage, delta, index, content_block: block } = frame;
    const type = typeof frame.type === "string" ? frame.type : (event ?? "");
    if (isJsonObject(block)) return blockBegun({ ...frame, type }, block, passed);
    if (passed.hasLeft(index)) return [];
    if (type === "message_start" && isJsonObject(message)) {
      const read = readableCounts(message.usage ?? {}, ["input_tokens"]) ?? {};
      return { ...frame, type, message: { ...message, usage: read, content: [] } };
    }
    if (type === "message_delta")
      return {
        ...frame,
        type,
        delta: delta ?? {},
        usage: readableCounts(usage ?? {}, ["output_tokens"]) ?? {},
      };
    if (isJsonObject(delta) && delta.type === "input_json_delta")
      return { ...frame, type, delta: { ...delta, partial_json: asText(delta.partial_json) } };
    return { ...frame, type };
  },

  whole(answer) {
    if (!Array.isArray(answer.content)) return undefined;
    const { content, stop_reason: reason = null, usage = {}, ...message } = answer;
    const blocks = content.flatMap((block, index) => (isJsonObject(block) ? blockFrames(block, index) : []));
    const frames: JsonObject[] = [
      { type: "message_start", message: { ...message, usage, content: [] } },
      ...blocks,
      { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ];
    return frames;
  },
};

/** The beginning of a block. Text that it has already is said as what follows: the SDK looks for none there. */
function blockBegun(frame: JsonObject, block: JsonObject, passed: PassedOver): JsonObject[] {
  const name = getOwn(BLOCKS, String(block.type));
  if (name === undefined) {
    passed.leave(block.type, frame.index);
    return [];
  }
  passed.read();
  if (name === null) return [{ ...frame, content_block: { ...block, ...inputOf(block) } }];
  const text = asText(getOwn(block, name));
  const begun = { ...frame, content_block: { ...block, [name]: "" } };
  const delta = { type: `${name}_delta`, [name]: text };
  return text === ""
    ? [begun]
    : [begun, { ...frame, type: "content_block_delta", delta, content_block: null }];
}

const inputOf = ({ type, input }: JsonObject): JsonObject =>
  type === "tool_use" ? { input: asObject(input) } : {};

function blockFrames(block: JsonObject, index: number): JsonObject[] {
  const { type, signature, input } = block;
  const deltas: JsonObject[] =
    type === "thinking"
      ? [{ type: "signature_delta", signature: signature ?? "" }]
      : type === "tool_use"
        ? [{ type: "input_json_delta", partial_json: asText(input) }]
        : [];
  const start = type === "tool_use" ? { ...block, input: {} } : block;
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** Gemini: every frame is a whole response, and so is an answer in one piece, or a list of them. */
const google: Wire = {
  frame(frame) {
    const { candidates, usageMetadata } = frame;
    const counts = readableCounts(usageMetadata, []);
    const { usageMetadata: _reported, ...rest } = frame;
    return {
      ...rest,
      ...(counts && { usageMetadata: counts }),
      ...(Array.isArray(candidates) && { candidates: candidates.map(readCandidate) }),
    };
  },

  whole(answer) {
    const parts = Array.isArray(answer.parts) ? answer.parts.filter(isJsonObject) : [answer];
    return parts.some((part) => Array.isArray(part.candidates)) ? parts : undefined;
  },
};

function readCandidate(candidate: Json): Json {
  if (!isJsonObject(candidate) || !isJsonObject(candidate.content)) return candidate;
  const { content } = candidate;
  if (!Array.isArray(content.parts)) return candidate;
  const parts = content.parts.map((part) =>
    isJsonObject(part) && isJsonObject(part.functionCall)
      ? { ...part, functionCall: { ...part.functionCall, args: asObject(part.functionCall.args) } }
      : part,
  );
  return { ...candidate, content: { ...content, parts } };
}

/** OpenAI Responses. */
const responses: Wire = {
  frame(frame, event) {
    const { response, item } = frame;
    const type = typeof frame.type === "string" ? frame.type : (event ?? "");
    const read: JsonObject = { ...frame, type };
    if (isJsonObject(response)) {
      const counts = readableCounts(response.usage, ["input_tokens", "output_tokens"]);
      read.response = { ...response, usage: counts ?? null };
    }
    if (isJsonObject(item) && item.type === "function_call")
      read.item = { ...item, arguments: asText(item.arguments) };
    if (type.endsWith(".delta")) read.delta = asText(frame.delta);
    return read;
  },

  whole(answer) {
    if (!Array.isArray(answer.output)) return undefined;
    const { output, ...response } = answer;
    const items = output.filter(isJsonObject).flatMap(itemFrames);
    const end = answer.status === "incomplete" ? "response.incomplete" : "response.completed";
    return [{ type: "response.created", response }, ...items, { type: end, response }];
  },
};

function itemFrames(item: JsonObject, output_index: number): JsonObject[] {
  const texts =
    item.type === "message" && Array.isArray(item.content) ? item.content.filter(isJsonObject) : [];
  return [
    {
      ...{ type: "response.output_item.added", output_index },
      item: item.type === "function_call" ? { ...item, arguments: "" } : item,
    },
    ...texts.flatMap(({ text }) =>
      typeof text === "string"
        ? [{ type: "response.output_text.delta", item_id: item.id ?? "", output_index, delta: text }]
        : [],
    ),
    { type: "response.output_item.done", output_index, item },
  ];
}

/** Vercel's AI Gateway speaks the SDK's own parts. */
const gateway: Wire = {
  frame(frame) {
    if (frame.type === "finish") {
      const usage = readableCounts(frame.usage, []) ?? {};
      const { inputTokens, outputTokens } = usage;
      return {
        ...frame,
        usage: {
          ...usage,
          inputTokens: isJsonObject(inputTokens) ? inputTokens : {},
          outputTokens: isJsonObject(outputTokens) ? outputTokens : {},
        },
      };
    }
    return frame.type === "tool-call" ? { ...frame, input: asText(frame.input) } : frame;
  },

  whole: () => undefined,
};

const asText = (value: Json | undefined): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

/** An object, also where it came as its text; any other value as it is. */
function asObject(value: Json | undefined): Json {
  const read = typeof value === "string" ? parseJson(value) : value;
  return isJsonObject(read) ? read : (value ?? {});
}
