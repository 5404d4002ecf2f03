import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Json, JsonObject } from "@/lib/core/json";
import { readBlock, readJsonBlock, readRole } from "@/lib/core/prompt-blocks";
import {
  jsonActionRounds,
  listedTools,
  type OfferedTool,
  type PastCall,
  summarizedRounds,
  type Turn,
  wantsJsonActions,
} from "./turn";

/** Reads a request of the AI SDK: the role from the system text, the facts from the first user message. */
export function readTurn({ prompt, tools = [] }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): Turn {
  const system = prompt.flatMap((message) => (message.role === "system" ? message.content : [])).join("\n");
  const user = prompt.find((message) => message.role === "user");
  const text = user ? textOf(user) : "";
  const actsInJson = wantsJsonActions(system);
  return {
    role: readRole(system),
    mission: readBlock(text, "mission") ?? text,
    block: (name) => readBlock(text, name) ?? "",
    json: (name) => readJsonBlock(text, name),
    actsInJson,
    tools: actsInJson ? listedTools(text) : offeredTools(tools),
    rounds: [...summarizedRounds(prompt), ...(actsInJson ? jsonActionRounds(prompt) : readRounds(prompt))],
    critiques: prompt.flatMap((message) =>
      message.role === "user" && message !== user ? (readBlock(textOf(message), "critique") ?? []) : [],
    ),
    text,
  };
}

const offeredTools = (tools: NonNullable<LanguageModelV4CallOptions["tools"]>): OfferedTool[] =>
  tools.flatMap((tool) =>
    tool.type === "function"
      ? {
          name: tool.name,
          description: tool.description ?? "",
          inputSchema: tool.inputSchema as JsonObject,
        }
      : [],
  );

function textOf(message: Extract<LanguageModelV4Message, { role: "user" }>): string {
  return message.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function readRounds(prompt: LanguageModelV4Message[]): PastCall[][] {
  const results = new Map<string, Pick<PastCall, "output" | "failed">>();
  for (const message of prompt) {
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-result") results.set(part.toolCallId, resultOf(part.output));
    }
  }
  return prompt.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const round = message.content.flatMap((part) => {
      const result = part.type === "tool-call" ? results.get(part.toolCallId) : undefined;
      if (part.type !== "tool-call" || !result) return [];
      return { tool: part.toolName, args: part.input as Json, ...result };
    });
    return round.length > 0 ? [round] : [];
  });
}

type ResultPart = Extract<
  Extract<LanguageModelV4Message, { role: "tool" }>["content"][number],
  { type: "tool-result" }
>;

function resultOf(output: ResultPart["output"]): Pick<PastCall, "output" | "failed"> {
  if (output.type === "execution-denied") return { output: output.reason ?? "denied", failed: true };
  return { output: output.value as Json, failed: output.type.startsWith("error") };
}
