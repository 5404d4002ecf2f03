import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "@/lib/core/json";
import { plainText } from "./read-tools";
import type { Secrets } from "./secrets";

const MAX_ERROR_CHARS = 4_000;
const MAX_RESULT_CHARS = 4_000_000;

type Block = CallToolResult["content"][number];

/**
 * What a call gave, as JSON: its structured content, else its one text (as data where it is JSON), else its blocks.
 * Images and audio are described by kind and size. Nothing of it is likely one of the server's secrets.
 * Throws with the server's words when it says that the call failed.
 */
export function readResult(
  { content = [], structuredContent, isError }: CallToolResult,
  { redactText, redactResult }: Secrets,
): Json {
  if (isError)
    throw new Error(
      plainText(redactText(textsOf(content).join("\n")), MAX_ERROR_CHARS) || "it gave no reason",
    );
  const output = structuredContent === undefined ? outputOf(content) : (structuredContent as JsonObject);
  if (JSON.stringify(output).length > MAX_RESULT_CHARS)
    throw new Error(`it answered with more than ${MAX_RESULT_CHARS} characters`);
  return redactResult(output);
}

function outputOf(content: Block[]): Json {
  const [first] = content;
  if (content.length === 1 && first?.type === "text") return parseText(first.text);
  return content.length === 0 ? null : content.map(describeBlock);
}

function describeBlock(block: Block): JsonObject {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
    case "audio":
      return { type: block.type, mimeType: block.mimeType, bytes: Math.floor((block.data.length * 3) / 4) };
    case "resource_link":
      return { type: "resource_link", uri: block.uri, name: block.name };
    case "resource": {
      const { uri, mimeType } = block.resource;
      const body: JsonObject = "text" in block.resource ? { text: block.resource.text } : { binary: true };
      return { type: "resource", uri, ...(mimeType !== undefined && { mimeType }), ...body };
    }
    default:
      return { type: "unknown" };
  }
}

function parseText(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const textsOf = (content: Block[]) => content.flatMap((block) => (block.type === "text" ? [block.text] : []));
