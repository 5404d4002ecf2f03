import { reportsOthers } from "../answers/quotation";
import { wholeValue } from "../answers/read-answer";
import { THINKING_TAG_NAMES } from "../answers/thinking";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase, spelling } from "../plan/read/fields";

/** The offered tool that a name means. */
export type Offered = (name: string | undefined) => string | undefined;
/** The names of a tool's arguments, where they are known. */
export type ArgumentsOf = (tool: string) => readonly string[];

/** Names of what is called, in objects and in front of names. */
export const NAMES = [
  "next_node",
  "tool",
  "tool_name",
  "recipient_name",
  "function",
  "function_name",
  "action",
  "name",
  "node",
];

const FENCED = /^(?:```|~~~)[\w.-]*\n([\s\S]*?)\n?(?:```|~~~)$/;
const FENCE_LINES = /^(?:```|~~~)[\w.-]*$/gm;
/** Blanks and words as people and models write them: without bounds, a text of blanks alone would be tried for minutes. */
const BLANK = "\\s{0,20}";
const WORDS = (most: number): string => `(?:[\\w-]{1,30}\\s{1,5}){0,${most}}`;
/** A statement of code in front of what it calls, and what may stand behind one. */
const OF_CODE = `(?:(?:const|let|var|val)\\s{1,20})?(?:[\\w.]{1,200}${BLANK}=${BLANK})?(?:return\\s{1,20})?(?:await\\s{1,20})?(?:\\w{1,60}\\.){0,5}`;
const END = `${BLANK};?(?:${BLANK}\\w{1,200}\\([^()\\n]*\\);?)?`;
/** What begins arguments behind a name and a blank: a flag, a key, a text, an object. */
const ARGUMENT = "(?:--?\\w|:?\\w+[=:]|:\\w+\\s|[\"'{])";
/** The beginning of an address. */
const ADDRESS = "[\"']?(?:\\w{1,10}://|/)?(?:[\\w.:-]{1,100}/){0,9}";

/** A word between signs, as marks are written that nobody knows. */
const MARK = "[^\\p{L}\\p{N}\\s{}]{1,8}\\w{1,20}[^\\p{L}\\p{N}\\s{}]{1,8}";

/** Such a mark, or signs alone, as they end one. */
const SIGNS = `(?:${MARK}|[^\\p{L}\\p{N}\\s{}"'\`]{1,8})?`;

/** The positions of a call, by what stands before the name and behind it, and there is nothing else. */
const POSITIONS = [
  // In code, itself or as the first argument of what calls tools.
  [OF_CODE, `(?:\\.\\w{1,30}){0,2}(?:\\([\\s\\S]*\\)|\\[[^\\]\\n]{1,500}\\])${END}`],
  [`${OF_CODE}\\w{1,60}\\(${BLANK}(?:\\w{1,60}${BLANK}=${BLANK})?["']`, `["']${BLANK}[,)][\\s\\S]*${END}`],
  // A command, or behind a sign of one.
  [`(?:[$>/!#@]${BLANK})?${WORDS(2)}`, `[^\\S\\n]{1,20}${ARGUMENT}[^\\n]*`],
  [`[/!$]${BLANK}`, "[^\\S\\n]{1,20}[^\\n]*[^\\n.!?]"],
  // The end of an address.
  [`${WORDS(4)}${ADDRESS}`, `(?:\\?\\w{1,100}=|["']?\\s{1,5}(?:--?\\w|["']?\\{))[^\\n]*`],
  // In brackets and signs.
  ["[^\\p{L}\\p{N}\\s\"'`-]{1,8}", `${BLANK}\\([\\s\\S]*\\)[^\\p{L}\\p{N}\\s]{0,8}`],
  ["[[({<]{1,8}(?:\\w{1,60}/)?", `\\s{1,20}${ARGUMENT}[^\\n]*[\\])}>]`],
  [`(?:${MARK}${BLANK}){1,3}`, `${BLANK}${SIGNS}${BLANK}\\{[\\s\\S]*\\}(?:${BLANK}${SIGNS}){0,3}`],
  [`(?:${MARK}${BLANK}){1,3}`, `${BLANK}${SIGNS}${BLANK}\\w{1,60}[=:][^\\n]*[^\\p{L}\\p{N}\\s{}"'.!?)\\]]`],
  // In front of an object, or above lines of arguments.
  [`(?:${WORDS(2)}|[=-]>${BLANK})`, `${BLANK}(?:[:=]|[=-]>|\\w{2,10})?${BLANK}\\{[\\s\\S]*\\}`],
  ["", ":?\\n(?:[^\\S\\n]{0,20}(?:--?\\w+|\\w+[^\\S\\n]{0,20}[:=])[^\\n]*(?:\\n|$))+"],
].map(
  ([before = "", behind = ""]) => [new RegExp(`^${before}$`, "u"), new RegExp(`^${behind}$`, "u")] as const,
);
/** A word that may be the name of a tool or hold one between dots, and how many of a text are looked at. */
const WORD = /[\w-]{1,200}(?:\.[\w-]{1,200}){0,5}/g;
const PART = /[\w-]+/g;
const MAX_WORDS = 12;
/** A word and its value on a line. */
const PAIR = /^\s{0,20}(\w{1,200})\s{0,20}[:=]\s{0,20}(\S.*)$/;
/** In front of a call: a sign or number of a list, a quotation or a prompt, and a label in any language. */
const DRESS =
  /^\s{0,20}(?:[^\p{L}\p{N}\s"'[\](){}<`_]{1,4}\s{1,20}|\d{1,3}[.)]\s{1,20}){0,2}(?:\**[\p{L}_ -]{1,30}[:：]\**[^\S\n]{1,20}(?=[^\n]*$))?/u;
const LIST_SIGN = /^\s{0,20}[-*]\s{1,20}/;
const IN_BACKTICKS = /^(`{1,3})([^`\n]+)\1$/;

/** So many lines are looked at one by one, and so many characters stand in front of a call that ends a text. */
const MAX_LINES = 40;
const MAX_LEAD_CHARS = 400;

/**
 * The offered tool that an answer calls without a mark of calls: where its name stands in the position of a call, and nothing
 * else is said but a few words in front.
 */
export function bareCall(answer: string, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  const text = unfenced(answer);
  const { lead, tail } = dividedAtEnd(text);
  const isIntroduced = lead.length <= MAX_LEAD_CHARS && !reportsOthers(lead);
  // A call may have one sentence in front of it, or behind it.
  const isFollowed = tail.length <= MAX_LEAD_CHARS && !tail.trim().includes("\n");
  return [text, ...(isIntroduced ? [unfenced(tail)] : []), ...(isFollowed ? [unfenced(lead)] : [])]
    .map((one) => callAlone(one, offered, argumentsOf))
    .find((name) => name !== undefined);
}

const unfenced = (text: string): string => (FENCED.exec(text.trim())?.[1] ?? text).trim();

/** The last paragraph of a text, or what stands behind a sentence that is its first line, and what is in front of it. */
function dividedAtEnd(text: string): { lead: string; tail: string } {
  const fence = text.endsWith("\n```") ? text.lastIndexOf("\n```", text.length - 5) : -1;
  const [first = ""] = text.split("\n", 1);
  const sentence = /[:.!?…：。！？]\W{0,5}$/u.test(first) ? first.length : -1;
  const at = [fence, text.lastIndexOf("\n\n"), sentence].find((one) => one >= 0) ?? text.length;
  return { lead: text.slice(0, at), tail: text.slice(at) };
}

/** The tool that a text calls that is nothing but calls. */
function callAlone(text: string, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  const value = wholeValue(text);
  if (typeof value === "object" && value !== null) return calledBy(value, offered, argumentsOf);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > 1 && lines.length <= MAX_LINES) {
    const called = lines.map((line) => formOfCall(line, offered, argumentsOf));
    if (called.every((name) => name !== undefined)) return called[0];
  }
  const named =
    formOfCall(text, offered, argumentsOf) ?? formOfCall(text.replace(FENCE_LINES, ""), offered, argumentsOf);
  const pairs = lines.map((line) => PAIR.exec(line.replace(LIST_SIGN, "")));
  if (named !== undefined || lines.length === 0 || pairs.some((pair) => pair === null)) return named;
  const entries = pairs.map((pair): [string, Json] => [pair?.[1] ?? "", pair?.[2]?.trimEnd() ?? ""]);
  return inlineCall(Object.fromEntries(entries), offered, argumentsOf);
}

/** The tool in the position of a call, as the text stands or without what may be in front of one. */
function formOfCall(text: string, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  const bare = text.replace(DRESS, "");
  return [text.trim(), bare, IN_BACKTICKS.exec(bare.trim())?.[2] ?? ""]
    .map((one) => positioned(one, offered, argumentsOf))
    .find((name) => name !== undefined);
}

function positioned(text: string, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  let left = MAX_WORDS;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (left === 0) return undefined;
    left -= 1;
    // A tool may be called on an object, or by a method of its own.
    const parts = [...word.matchAll(PART)].map((part) => [part[0], index + part.index] as const);
    for (const [name, at] of [[word, index] as const, ...parts]) {
      const tool = offered(name);
      const [before, behind] = [text.slice(0, at), text.slice(at + name.length)];
      if (tool === undefined || isSignature(behind, argumentsOf(tool))) continue;
      if (POSITIONS.some(([front, back]) => front.test(before) && back.test(behind))) return tool;
    }
  }
  return undefined;
}

/** Its arguments with their types alone: the description of a tool, which calls nothing. */
function isSignature(behind: string, known: readonly string[]): boolean {
  const [, inside = ""] = /^\(([^()"'=\n]{1,500})\)/.exec(behind) ?? [];
  const names = inside.split(",").map((part) => /^\s*(\w{1,100})\??\s*(?::|$)/.exec(part)?.[1] ?? "");
  return names.every((name) => known.includes(name));
}

/** Names of what was thought aloud beside a call. */
const THOUGHTS = new RegExp(`^(?:${THINKING_TAG_NAMES})$`);

/** So deep wrappers are looked through. */
const MAX_DEPTH = 5;

/** The tool that a lone value calls, through what only wraps it: as a key of its arguments, or as a value beside them. */
function calledBy(value: Json, offered: Offered, argumentsOf: ArgumentsOf, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return calledByList(value, offered, argumentsOf, depth);
  const inline = inlineCall(value, offered, argumentsOf) ?? keyedCall(value, offered, argumentsOf);
  const [[key, only] = ["", null], ...others] = Object.entries(value);
  if (inline !== undefined || others.length > 0) return inline;
  if (typeof only === "string") return positioned(only.trim(), offered, argumentsOf);
  const named = isJsonObject(only) && NAMES.includes(snakeCase(key)) ? only.name : undefined;
  return (
    (typeof named === "string" ? offered(named) : undefined) ??
    calledBy(only, offered, argumentsOf, depth + 1)
  );
}

/** A list of calls, or a name with its arguments behind it. */
function calledByList(
  [first, ...others]: readonly Json[],
  offered: Offered,
  argumentsOf: ArgumentsOf,
  depth: number,
): string | undefined {
  if (typeof first === "string") {
    const [second, another] = others;
    const isCommand = typeof second === "string" && /^--?\w/.test(second);
    return isCommand || (isJsonObject(second) && another === undefined) ? offered(first) : undefined;
  }
  return calledBy(first ?? null, offered, argumentsOf, depth + 1);
}

/** The tool whose name is the key of its arguments: the only key, or one of several that all are such. */
function keyedCall(object: JsonObject, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  const entries = Object.entries(object);
  const areCalls = entries.every(([key, value]) => {
    const tool = offered(key);
    if (tool === undefined || !isJsonObject(value)) return false;
    const known = argumentsOf(tool);
    return entries.length === 1 || Object.keys(value).every((name) => known.includes(name));
  });
  return areCalls ? offered(entries[0]?.[0]) : undefined;
}

/** The tool that an object names, beside an object of its arguments alone, or beside its arguments themselves. */
function inlineCall(object: JsonObject, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  for (const [at, [key, value]] of Object.entries(object).entries()) {
    const tool = typeof value === "string" ? offered(value) : undefined;
    if (tool === undefined) continue;
    const others = Object.entries(object).filter(
      ([name], index) => index !== at && !THOUGHTS.test(snakeCase(name)),
    );
    const [[, beside] = ["", null], another] = others;
    if (another === undefined && isJsonObject(beside) && !isJsonObject(beside.properties)) return tool;
    const known = argumentsOf(tool);
    const isNamed = at === 0 || NAMES.includes(snakeCase(key));
    const isGiven = others.every(([name]) => known.some((one) => spelling(one) === spelling(name)));
    if (isNamed && others.length > 0 && isGiven) return tool;
  }
  return undefined;
}
