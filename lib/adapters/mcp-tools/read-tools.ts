import type { Tool } from "@modelcontextprotocol/client";
import { cleanJson, isDeeperThan, isJsonObject, type JsonObject } from "@/lib/core/json";
import { json } from "@/lib/core/json-schemas";
import { markedJson, markedText } from "@/lib/core/legible/marked";
import type { LeftOutTool, McpAnnotations, McpTool } from "@/lib/core/mcp";
import { mcpToolNames } from "@/lib/core/mcp";
import { cutText } from "@/lib/core/text";
import type { RawList } from "./raw-answers";
import type { Secrets } from "./secrets";

const MAX_TOOLS = 100;
const MAX_NAME_CHARS = 128;
const MAX_DESCRIPTION_CHARS = 1_000;
const MAX_SCHEMA_CHARS = 16_384;
const MAX_SCHEMA_DEPTH = 100;
const SHOWN_NAME_CHARS = 60;

export type ReadTools = { tools: McpTool[]; leftOut: LeftOutTool[] };

/** A server's list as far as we take it: so many tools, texts of such a length, nothing of another kind. */
export function readTools(
  server: string,
  { tools: listed, malformed }: RawList,
  secrets: Secrets,
): ReadTools {
  const names = mcpToolNames(server, listed);
  const tools: McpTool[] = [];
  const leftOut = [...malformed];
  for (const tool of listed) {
    const reason = names.has(tool.name)
      ? rejectionReason(tool, tools)
      : "with us it has the same name as another tool";
    if (reason === undefined) tools.push(readTool(tool, secrets));
    else leftOut.push({ name: tool.name, reason });
  }
  const named = ({ name, reason }: LeftOutTool) => ({ name: shortName(secrets.redactText(name)), reason });
  return { tools, leftOut: leftOut.slice(0, MAX_TOOLS).map(named) };
}

function rejectionReason(tool: Tool, accepted: readonly McpTool[]): string | undefined {
  if (tool.name === "" || tool.name.length > MAX_NAME_CHARS)
    return `its name has not 1 to ${MAX_NAME_CHARS} characters`;
  if (/\p{C}/u.test(tool.name) || tool.name !== markedText(tool.name))
    return "its name contains invisible characters";
  if (accepted.some(({ name }) => name === tool.name)) return "duplicate name";
  if (accepted.length === MAX_TOOLS) return `there are more than ${MAX_TOOLS} tools`;
  for (const schema of [tool.inputSchema, tool.outputSchema]) {
    if (schema === undefined) continue;
    if (isDeeperThan(schema, MAX_SCHEMA_DEPTH)) return "its schema is nested too deeply";
    if (!json.safeParse(schema).success || !isJsonObject(schema)) return "its schema is not a JSON object";
    if (JSON.stringify(schema).length > MAX_SCHEMA_CHARS)
      return `its schema has over ${MAX_SCHEMA_CHARS} characters`;
  }
}

function readTool(
  { name, title, description, inputSchema, outputSchema, annotations = {} }: Tool,
  { redactText, redactResult }: Secrets,
): McpTool {
  // A store takes no NUL and no half of a character, and a model reads the texts of schemas too.
  const schemaOf = (schema: object) =>
    markedJson(cleanJson(redactResult(schema as JsonObject))) as JsonObject;
  const words = description ?? annotations.title ?? title ?? "";
  return {
    name,
    description: plainText(redactText(words), MAX_DESCRIPTION_CHARS),
    inputSchema: schemaOf(inputSchema),
    ...(outputSchema && { outputSchema: schemaOf(outputSchema) }),
    annotations: hintsOf(annotations),
  };
}

function hintsOf(annotations: NonNullable<Tool["annotations"]>): McpAnnotations {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return {
    ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
    ...(destructiveHint !== undefined && { destructive: destructiveHint }),
    ...(idempotentHint !== undefined && { idempotent: idempotentHint }),
    ...(openWorldHint !== undefined && { openWorld: openWorldHint }),
  };
}

/** Text of a server on as many lines as it likes, with marks for what a page or a terminal would hide or take for orders. */
export function plainText(text: string, maxChars: number): string {
  const plain = markedText(text).replace(/[^\P{C}\n\t\p{Cf}]/gu, "");
  return plain.length > maxChars ? `${cutText(plain, maxChars)}…` : plain;
}

const shortName = (name: string) => plainText(name, SHOWN_NAME_CHARS);
