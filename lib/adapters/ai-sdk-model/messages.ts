import { jsonSchema, type ModelMessage as SdkMessage, type ToolSet, tool } from "ai";
import type { Json } from "@/lib/core/json";
import type { ModelMessage, ToolSpec } from "@/lib/core/ports";

type ToolTurn = Extract<ModelMessage, { role: "tool" }>;

/** Our messages as the SDK wants them; assistant turns go back untouched. */
export function toSdkMessages(messages: ModelMessage[]): SdkMessage[] {
  return messages.flatMap((message): SdkMessage[] => {
    if (message.role === "user") return [{ role: "user", content: message.text }];
    // `verbatim` is what fromSdkMessages kept of this SDK's own answer.
    if (message.role === "assistant") return message.verbatim as unknown as SdkMessage[];
    return [{ role: "tool", content: message.results.map(toolResult) }];
  });
}

/**
 * The assistant's part of an answer, as JSON to keep. The SDK adds a tool message of its own for a call that it
 * could not read; the observation is the engine's to write, so it is left out.
 */
export function fromSdkMessages(messages: SdkMessage[]): Json[] {
  const own = messages.filter((message) => message.role === "assistant");
  return JSON.parse(JSON.stringify(own)) as Json[];
}

/** Tools without `execute`: the SDK reports the calls and runs nothing. */
export function toSdkTools(specs: ToolSpec[]): ToolSet {
  return Object.fromEntries(
    specs.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function toolResult({ callId, tool: toolName, output, isError }: ToolTurn["results"][number]) {
  const sdkOutput = typeof output === "string" ? textOutput(output, isError) : jsonOutput(output, isError);
  return { type: "tool-result" as const, toolCallId: callId, toolName, output: sdkOutput };
}

function textOutput(value: string, isError: boolean) {
  return isError ? { type: "error-text" as const, value } : { type: "text" as const, value };
}

function jsonOutput(value: Json, isError: boolean) {
  return isError ? { type: "error-json" as const, value } : { type: "json" as const, value };
}
