import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { completionCounts } from "./counts";
import type { PassedOver } from "./passed-over";
import type { Wire } from "./readable-answers";

/** Chat completions, as OpenAI's SDK reads them, of servers that write them more or less so. */
export const chatCompletions: Wire = {
  frame: (chunk, _, passed) => readChunk(chunk, passed),

  whole(answer) {
    return Array.isArray(answer.choices) ? [answer, "[DONE]"] : undefined;
  },
};

function readChunk(chunk: JsonObject, passed: PassedOver): JsonObject {
  const { id, created, model, choices, usage } = chunk;
  return {
    ...chunk,
    id: textOf(id),
    created: typeof created === "number" ? created : null,
    model: textOf(model),
    choices: listOf(choices)
      .filter(isJsonObject)
      .map((choice, index) => readChoice(choice, index, passed)),
    usage: completionCounts(usage) ?? null,
  };
}

/** A whole answer says as its message what a stream says in deltas; the older completions say it as a text. */
function readChoice(choice: JsonObject, index: number, passed: PassedOver): JsonObject {
  const { delta, message, text, finish_reason: finishReason } = choice;
  const ofText: JsonObject | undefined = typeof text === "string" ? { content: text } : undefined;
  const said = isJsonObject(delta) ? delta : isJsonObject(message) ? message : ofText;
  return {
    index: typeof choice.index === "number" ? choice.index : index,
    delta: said ? readDelta(said, passed) : null,
    finish_reason: endIn(finishReason, passed),
  };
}

/** The SDKs take a refusal for an answer like any other. */
function endIn(reason: Json | undefined, { isRefused }: PassedOver): string | null {
  if (reason === null || reason === undefined) return null;
  return isRefused ? "content_filter" : String(reason);
}

function readDelta(delta: JsonObject, passed: PassedOver): JsonObject {
  const {
    content,
    reasoning_content: thought,
    reasoning,
    tool_calls: calls,
    function_call: call,
    refusal,
  } = delta;
  const parts = typeof content === "string" ? [] : listOf(content);
  const thoughts = [wordsOf(thought) || wordsOf(reasoning), ...parts.map(thoughtIn)].join("");
  const called = isJsonObject(call) ? [{ index: 0, id: "call_0", function: call }] : [];
  const toolCalls = [...listOf(calls), ...called].filter(isJsonObject).flatMap(readCall);
  for (const part of parts) if (isUnknown(part)) passed.leave(part.type);
  const words = typeof content === "string" ? content : parts.map(textIn).join("") || null;
  if (toolCalls.length > 0 || (words !== null && words !== "")) passed.read();
  if (textOf(refusal)) passed.refuse();
  const { reasoning_content: _, ...others } = delta;
  return {
    ...others,
    role: delta.role === "assistant" ? "assistant" : null,
    content: words,
    ...(thoughts !== "" && { reasoning_content: thoughts }),
    reasoning: null,
    tool_calls: toolCalls,
    annotations: null,
  };
}

const isThought = (part: JsonObject): boolean => part.type === "thinking" || part.type === "reasoning";

/** A part that says nothing in words, such as a picture. */
const isUnknown = (part: Json): part is JsonObject =>
  isJsonObject(part) && !isThought(part) && textOf(part.text) === null;

function textIn(part: Json): string {
  if (!isJsonObject(part)) return textOf(part) ?? "";
  return isThought(part) ? "" : (textOf(part.text) ?? "");
}

function thoughtIn(part: Json): string {
  if (!isJsonObject(part) || !isThought(part)) return "";
  const { thinking, text } = part;
  return textOf(thinking) ?? textOf(text) ?? listOf(thinking).map(textIn).join("");
}

/** Arguments as an object are as clear as their text; a call that names no function begins or continues none. */
function readCall(call: JsonObject, position: number): JsonObject[] {
  const own = isJsonObject(call.function) ? call.function : call;
  const { name, arguments: given } = own;
  const args =
    typeof given === "string" || given === undefined || given === null ? given : JSON.stringify(given);
  if (typeof name !== "string" && (args === undefined || args === null)) return [];
  const index = Number(call.index ?? Number.NaN);
  return [
    {
      ...(call.extra_content !== undefined && { extra_content: call.extra_content }),
      index: Number.isInteger(index) ? index : position,
      id: textOf(call.id),
      type: "function",
      function: { name: textOf(name), arguments: args ?? null },
    },
  ];
}

/** What is thought may be written as answers are: a text, or parts with one. */
const wordsOf = (value: Json | undefined): string =>
  listOf(value)
    .map((part) => (isJsonObject(part) ? (textOf(part.text) ?? thoughtIn(part)) : (textOf(part) ?? "")))
    .join("");

const listOf = (value: Json | undefined): Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
