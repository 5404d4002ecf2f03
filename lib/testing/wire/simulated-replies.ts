import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import { createSimulatedProvider } from "@/lib/adapters/simulated-model";
import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { AnswerReply, WireRequest, WireToolCall } from "./reply";

/** What the simulated model answers to a request of OpenAI's chat completions: its stories, over a real protocol. */
export async function simulatedReply({ body }: Pick<WireRequest, "body">): Promise<AnswerReply> {
  const { content, usage } = await createSimulatedProvider({}).doGenerate(optionsOf(body));
  const text = content.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
  const toolCalls = content.flatMap((part): WireToolCall[] =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, tool: part.toolName, args: JSON.parse(part.input) as Json }]
      : [],
  );
  return {
    kind: "answer",
    // Two deltas, so that a cut falls between them.
    ...(text !== "" && { text: [text.slice(0, text.length / 2), text.slice(text.length / 2)] }),
    ...(toolCalls.length > 0 && { toolCalls }),
    usage: { inputTokens: usage.inputTokens.total ?? 0, outputTokens: usage.outputTokens.total ?? 0 },
  };
}

function optionsOf({ messages, tools }: JsonObject): LanguageModelV4CallOptions {
  const list = objects(messages);
  const named = new Map(
    list.flatMap(({ tool_calls }) => objects(tool_calls).map((call) => [call.id, nameOf(call)])),
  );
  return {
    prompt: list.map((message) => messageOf(message, named)),
    tools: objects(tools).map(({ function: spec }) => {
      const { name, description, parameters } = spec as JsonObject;
      const about = { name: String(name), description: String(description) };
      return { type: "function", ...about, inputSchema: parameters as object };
    }),
  };
}

function messageOf(message: JsonObject, named: Map<Json | undefined, string>): LanguageModelV4Message {
  const { role, content, tool_calls, tool_call_id } = message;
  const text = textOf(content);
  if (role === "system") return { role, content: text };
  if (role === "user") return { role, content: [{ type: "text", text }] };
  if (role === "assistant") {
    const calls = objects(tool_calls).map((call) => ({
      type: "tool-call" as const,
      toolCallId: String(call.id),
      toolName: nameOf(call),
      input: JSON.parse(String((call.function as JsonObject).arguments)) as Json,
    }));
    return { role, content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls] };
  }
  const toolName = named.get(tool_call_id) ?? "";
  const result = { type: "tool-result" as const, toolCallId: String(tool_call_id), toolName };
  return { role: "tool", content: [{ ...result, output: outputOf(text) }] };
}

const nameOf = ({ function: called }: JsonObject): string => String((called as JsonObject).name);

/** The protocol has results as text; those of our tools are JSON. */
function outputOf(text: string) {
  try {
    return { type: "json" as const, value: JSON.parse(text) };
  } catch {
    return { type: "text" as const, value: text };
  }
}

/** A message's content is a text, or a list of parts of which some have text. */
function textOf(content: Json | undefined): string {
  if (typeof content === "string") return content;
  return objects(content)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("");
}

const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
