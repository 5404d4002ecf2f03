import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { fits, matchesPattern } from "./fits";
import type { Call, OfferedTool } from "./turn";

/** What a task asks for stands at its beginning; a longer text is not searched. */
const MAX_INPUT_CHARS = 5_000;

/**
 * The tool calls that a task's words ask for: of an offered tool that they name, and only when all its arguments
 * stand in the input. Nothing is made up, since a call may change the world.
 */
export function guessCalls(tools: OfferedTool[], title: string, wholeInput: string): Call[] {
  const input = wholeInput.slice(0, MAX_INPUT_CHARS);
  const given = parseObject(input);
  if (given && typeof given.tool === "string") return explicitCall(tools, given);
  const words = `${title}\n${input}`;
  const fitting = tools
    .map((tool) => ({
      tool: tool.name,
      args: argumentsFor(tool, input, given),
      named: isNamed(tool.name, words),
    }))
    .filter((call): call is Call & { named: boolean } => call.named && call.args !== undefined);
  return fitting.slice(0, 1).map(({ tool, args }) => ({ tool, args }));
}

/** `{"tool": "deploy", "args": {...}}` as a task's input. */
function explicitCall(tools: OfferedTool[], { tool: name, args, arguments: alias }: JsonObject): Call[] {
  const tool = tools.find((offered) => offered.name === name);
  const values = args ?? alias ?? {};
  return tool && isJsonObject(values) && fits(tool.inputSchema, values)
    ? [{ tool: tool.name, args: values }]
    : [];
}

// Tools whose names people do not use when they want them.
const ALSO_CALLED: Record<string, RegExp> = {
  calculator: /\b(calculat|comput)/i,
  now: /\b(current (date|time)|what (date|time)|today)\b/i,
};

/** By its name, with spaces for underscores, or by the name's first word where it is one of several. */
function isNamed(tool: string, words: string): boolean {
  if (getOwn(ALSO_CALLED, tool)?.test(words)) return true;
  const [verb = tool, ...rest] = tool.toLowerCase().split(/[_\s-]+/);
  const spoken = [verb, ...rest].map((part) => part.replace(/[^a-z0-9]/g, "")).join("[_ -](?:the |a )?");
  return (rest.length > 0 || verb.length > 3) && new RegExp(`\\b${spoken}\\b`, "i").test(words);
}

function argumentsFor(
  tool: OfferedTool,
  input: string,
  given: JsonObject | undefined,
): JsonObject | undefined {
  const properties = isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const args =
    given ?? Object.fromEntries(Object.entries(properties).flatMap((entry) => argumentIn(input, ...entry)));
  return fits(tool.inputSchema, args) ? args : undefined;
}

/** One argument as the text gives it: `key: value`, the only allowed value that occurs, or an expression. */
function argumentIn(text: string, key: string, schema: Json): [string, Json][] {
  if (!isJsonObject(schema)) return [];
  const pair = new RegExp(`(?:^|[\\s,;({])"?${escaped(key)}"?\\s*[:=]\\s*("[^"]*"|[^\\s,;)}]+)`, "i").exec(
    text,
  )?.[1];
  const found = pair ?? mentioned(text, key, schema);
  const value = found === undefined ? undefined : typed(found, schema);
  return value !== undefined && fits(schema, value) ? [[key, value]] : [];
}

function mentioned(text: string, key: string, schema: JsonObject): string | undefined {
  const words = text.split(/[\s,;()"'“”]+/).map((word) => word.replace(/[.:!?]+$/, ""));
  if (Array.isArray(schema.enum))
    return only(schema.enum.map(String).filter((value) => words.includes(value)));
  const { pattern } = schema;
  if (typeof pattern === "string") {
    return only(words.filter((word) => /\d/.test(word) && matchesPattern(pattern, word)));
  }
  return key === "expression" ? expressionIn(text) : undefined;
}

function only(values: string[]): string | undefined {
  const distinct = [...new Set(values)];
  return distinct.length === 1 ? distinct[0] : undefined;
}

/** The first run of digits, signs and brackets that computes something. */
export function expressionIn(text: string): string | undefined {
  const runs = text.match(/[\d(][\d\s.()+*/%^-]*[\d)]/g) ?? [];
  return runs.find((run) => /[\d)]\s*[-+*/%^]\s*[\d(]/.test(run));
}

function typed(found: string, schema: JsonObject): Json {
  const text = found.replace(/^"(.*)"$/, "$1");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string") && fits(schema, text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? (value as JsonObject) : undefined;
  } catch {
    return;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
