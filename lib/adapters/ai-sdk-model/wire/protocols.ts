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
    if (isJsonObject(delta) && asText(delta.text) !== "") passed.read();
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
  if (block.type === "tool_use") passed.read();
  if (name === null) return [{ ...frame, content_block: { ...block, ...inputOf(block) } }];
  const text = asText(getOwn(block, name));
  if (name === "text" && text !== "") passed.read();
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
  frame(frame, _, passed) {
    const { candidates, usageMetadata } = frame;
    const counts = readableCounts(usageMetadata, []);
    const { usageMetadata: _reported, ...rest } = frame;
    return {
      ...rest,
      ...(counts && { usageMetadata: counts }),
      ...(Array.isArray(candidates) && { candidates: candidates.map((one) => readCandidate(one, passed)) }),
    };
  },

  whole(answer) {
    const parts = Array.isArray(answer.parts) ? answer.parts.filter(isJsonObject) : [answer];
    return parts.some((part) => Array.isArray(part.candidates)) ? parts : undefined;
  },
};

function readCandidate(candidate: Json, passed: PassedOver): Json {
  if (!isJsonObject(candidate) || !isJsonObject(candidate.content)) return candidate;
  const { content } = candidate;
  if (!Array.isArray(content.parts)) return candidate;
  return {
    ...candidate,
    content: { ...content, parts: content.parts.flatMap((part) => readPart(part, passed)) },
  };
}

/** Text, a call or a thought; what else a part may hold is named by its keys. */
function readPart(part: Json, passed: PassedOver): Json[] {
  if (!isJsonObject(part)) return [];
  const { text, functionCall, thought } = part;
  if (isJsonObject(functionCall)) {
    passed.read();
    return [{ ...part, functionCall: { ...functionCall, args: asObject(functionCall.args) } }];
  }
  if (text === undefined && part.thoughtSignature === undefined) {
    passed.leave(Object.keys(part).join(" "));
    return [];
  }
  if (thought !== true && asText(text) !== "") passed.read();
  return [part];
}

/** Kinds of items of OpenAI Responses that are read. */
const ITEMS: ReadonlySet<Json | undefined> = new Set(["message", "reasoning", "function_call"]);

/** OpenAI Responses. */
const responses: Wire = {
  frame(frame, event, passed) {
    const { response, item, output_index: at } = frame;
    const type = typeof frame.type === "string" ? frame.type : (event ?? "");
    const read: JsonObject = { ...frame, type };
    if (isJsonObject(item) && !ITEMS.has(item.type)) passed.leave(item.type, at);
    if (at !== undefined && passed.hasLeft(at)) return [];
    if (isJsonObject(item)) return itemSaid(read, item, passed);
    if (isJsonObject(response)) return responseSaid(read, response, passed);
    if (type.endsWith(".delta")) read.delta = asText(frame.delta);
    if (type === "response.output_text.delta" && read.delta !== "") passed.read(at);
    if (type !== "response.refusal.delta") return read;
    passed.refuse(at);
    return { ...read, type: "response.output_text.delta" };
  },

  whole(answer) {
    if (!Array.isArray(answer.output)) return undefined;
    const { output, ...response } = answer;
    const end = answer.status === "incomplete" ? "response.incomplete" : "response.completed";
    return [{ type: "response.created", response }, ...itemFrames(output), { type: end, response }];
  },
};

const itemFrames = (output: readonly Json[]): JsonObject[] =>
  output.filter(isJsonObject).flatMap((item, output_index) => [
    {
      type: "response.output_item.added",
      output_index,
      item: item.type === "function_call" ? { ...item, arguments: "" } : item,
    },
    { type: "response.output_item.done", output_index, item },
  ]);

/** An item with its words before its end, where no delta has said them. */
function itemSaid(frame: JsonObject, item: JsonObject, passed: PassedOver): JsonObject[] {
  const { type, output_index: at } = frame;
  if (item.type === "function_call") {
    passed.read(at);
    return [{ ...frame, item: { ...item, arguments: asText(item.arguments) } }];
  }
  if (item.type !== "message" || type !== "response.output_item.done" || passed.hasRead(at)) return [frame];
  const parts = Array.isArray(item.content) ? item.content.filter(isJsonObject) : [];
  const words = parts.map(({ type: kind, text, refusal }) => {
    if (typeof refusal === "string" && refusal !== "") passed.refuse(at);
    else if (typeof text === "string" && text !== "") passed.read(at);
    else if (typeof text !== "string") passed.leave(kind);
    return asText(text) + asText(refusal);
  });
  const said = { type: "response.output_text.delta", item_id: item.id ?? "", output_index: at ?? 0 };
  return [...words.filter((delta) => delta !== "").map((delta) => ({ ...said, delta })), frame];
}

/** The beginning or the end of a response; one that ends with all its items at once says them now. */
function responseSaid(frame: JsonObject, response: JsonObject, passed: PassedOver): JsonObject[] {
  const counts = readableCounts(response.usage, ["input_tokens", "output_tokens"]);
  const told: JsonObject = { ...response, usage: counts ?? null };
  const read: JsonObject = { ...frame, response: told };
  const { output } = response;
  const isEnd = frame.type === "response.completed" || frame.type === "response.incomplete";
  if (!isEnd) return [read];
  const unsaid = passed.isEmpty && Array.isArray(output) ? itemFrames(output) : [];
  const said = unsaid.flatMap((one): JsonObject[] => [responses.frame(one, undefined, passed)].flat());
  const refused: JsonObject = {
    ...frame,
    response: { ...told, incomplete_details: { reason: "content_filter" } },
  };
  return [...said, passed.isRefused ? refused : read];
}

/** Vercel's AI Gateway speaks the SDK's own parts. */
const gateway: Wire = {
  frame(frame, _, passed) {
    const { type, delta, providerExecuted } = frame;
    if (
      (type === "text-delta" && asText(delta) !== "") ||
      (type === "tool-call" && providerExecuted !== true)
    )
      passed.read();
    if (type === "file" || type === "source" || type === "custom") passed.leave(type);
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
