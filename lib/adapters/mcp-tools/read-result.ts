import { isJsonObject, isSameJson, type Json, type JsonObject, parseJson } from "@/lib/core/json";
import { cutText } from "@/lib/core/text";
import { plainText } from "./read-tools";
import type { Secrets } from "./secrets";

const MAX_ERROR_CHARS = 4_000;
const MAX_RESULT_CHARS = 4_000_000;
const SHOWN_CHARS = 100_000;
const MAX_KIND_CHARS = 60;

/**
 * What a call gave, as JSON: its structured content, else its one text (as data where it is JSON), else its blocks. Where
 * blocks say more than the structured content, both stand side by side. Images and audio are described by kind and
 * size, and blocks of other kinds named. Nothing of it is likely one of the server's secrets.
 * Throws with all that the server said when it says that the call failed.
 */
export function readResult(answered: Json, { redactText, redactResult }: Secrets): Json {
  const answer: JsonObject = isJsonObject(answered) ? answered : { content: answered };
  const others = otherContent(answer);
  const hasContent = blocksOf(answer.content).length > 0 || hasStructure(answer);
  const structuredContent = hasStructure(answer) || hasContent ? answer.structuredContent : others;
  // What stands beside the content under names of its own is said as well.
  const beside = hasContent && others ? [{ type: "text", text: JSON.stringify(others) }] : [];
  const blocks = [...blocksOf(answer.content), ...beside];
  if (saysError(answer.isError)) {
    const message = plainText(redactText(failureOf(blocks, structuredContent)), MAX_ERROR_CHARS);
    // What of it are fields says whether the failure passes.
    const data = [
      structuredContent ?? null,
      answer._meta ?? null,
      ...blocks.map((block) => textOf(block) ?? null),
    ];
    throw Object.assign(new Error(message), { data });
  }
  const output = outputOf(blocks, structuredContent);
  const written = JSON.stringify(output);
  if (written.length <= MAX_RESULT_CHARS) return redactResult(output);
  const cut = `The answer has ${written.length} characters, more than ${MAX_RESULT_CHARS}; these are the first of them.`;
  return redactResult({ cut, text: cutText(written, SHOWN_CHARS) });
}

/** Servers of other languages write yes and no as texts or numbers; only a clear no is none. */
const saysError = (isError: Json | undefined): boolean =>
  ![undefined, null, false, 0, ""].includes(isError as never) && !/^(?:false|no|0)$/i.test(String(isError));

/** Names of a result that say how it is read, and not what it is. */
const FRAME = new Set(["content", "structuredContent", "isError", "_meta", "resultType"]);

const hasStructure = ({ structuredContent = null }: JsonObject): boolean => structuredContent !== null;

/** What an answer says under other names, as servers of other revisions write all of it. */
function otherContent(answer: JsonObject): JsonObject | undefined {
  const others = Object.entries(answer).filter(([name, value]) => !FRAME.has(name) && value !== null);
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

/** What of a result its output schema speaks of. */
export const structuredPart = (output: Json): Json =>
  isJsonObject(output) && Object.hasOwn(output, BESIDE) ? (output[BESIDE] as Json) : output;

const BESIDE = "structuredContent";

function blocksOf(content: Json | undefined): Json[] {
  if (Array.isArray(content)) return content;
  if (content === undefined || content === null) return [];
  return [typeof content === "string" ? { type: "text", text: content } : content];
}

function outputOf(blocks: Json[], structured: Json | undefined): Json {
  if (structured !== undefined && structured !== null) {
    const more = blocks.filter((block) => !repeats(block, structured));
    const isPlain = more.length === 0 && structuredPart(structured) === structured;
    return isPlain ? structured : { [BESIDE]: structured, content: more.map(describeBlock) };
  }
  const [first] = blocks;
  const text = textOf(first);
  if (blocks.length === 1 && text !== undefined) return parseText(text);
  return blocks.length === 0 ? null : blocks.map(describeBlock);
}

/** Servers say structured content once more as text, whole or a value of it, for clients that do not read it (MCP, "Structured Content"). */
function repeats(block: Json, structured: Json): boolean {
  const text = textOf(block)?.trim();
  if (text === undefined) return false;
  return text === "" || isSameJson(parseJson(text), structured) || holdsText(structured, text);
}

function holdsText(value: Json, text: string): boolean {
  if (typeof value === "string") return value.trim() === text;
  return (
    typeof value === "object" && value !== null && Object.values(value).some((one) => holdsText(one, text))
  );
}

function failureOf(blocks: Json[], structured: Json | undefined): string {
  const said = blocks.map((block) => textOf(block) ?? JSON.stringify(describeBlock(block)));
  const more = structured === undefined || structured === null ? [] : [JSON.stringify(structured)];
  const isSaid = blocks.some((block) => structured !== undefined && repeats(block, structured));
  return [...said, ...(isSaid ? [] : more)].filter((line) => line !== "").join("\n") || "it gave no reason";
}

/** The text of a block that is one, or does not say what it is; a number or a boolean is its text. */
function textOf(block: Json | undefined): string | undefined {
  if (!isJsonObject(block) || ![undefined, "text"].includes(block.type as never)) return undefined;
  const { text } = block;
  return typeof text === "string"
    ? text
    : ["number", "boolean"].includes(typeof text)
      ? String(text)
      : undefined;
}

function describeBlock(block: Json): JsonObject {
  if (!isJsonObject(block))
    return { type: "text", text: typeof block === "string" ? block : JSON.stringify(block) };
  const { type, mimeType, data, uri, name, resource } = block;
  const ofKind: JsonObject = typeof mimeType === "string" ? { mimeType } : {};
  const text = textOf(block);
  if (text !== undefined) return { type: "text", text };
  if ((type === "image" || type === "audio") && typeof data === "string")
    return { type, ...ofKind, bytes: bytesIn(data) };
  if (type === "resource_link" && typeof uri === "string")
    return { type, uri, ...(typeof name === "string" && { name }) };
  if (type === "resource" && isJsonObject(resource) && typeof resource.uri === "string") {
    const kind: JsonObject = typeof resource.mimeType === "string" ? { mimeType: resource.mimeType } : {};
    const body: JsonObject = typeof resource.text === "string" ? { text: resource.text } : { binary: true };
    return { type, uri: resource.uri, ...kind, ...body };
  }
  // Data that says of no kind to be is what the server said, and so is a text that is none.
  if ((type === undefined || type === "text") && Object.keys(block).length > 0)
    return { type: "text", text: JSON.stringify(block) };
  const kind = typeof type === "string" ? plainText(type, MAX_KIND_CHARS) : "unknown";
  return { type: kind, passedOver: "Waymark cannot read a block like this." };
}

/** Length of what base64 stands for (RFC 4648, 4): three bytes for each four signs, of which padding is none. */
const bytesIn = (base64: string): number =>
  Math.floor((base64.replace(/[^A-Za-z0-9+/_-]/g, "").length * 3) / 4);

function parseText(text: string): Json {
  return /^\s*[[{]/.test(text) ? (parseJson(text) ?? text) : text;
}
