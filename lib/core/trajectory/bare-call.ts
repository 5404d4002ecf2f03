import { wholeValue } from "../answers/read-answer";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase } from "../plan/read/fields";

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
/** Blanks and names as people and models write them: without bounds, a text of blanks alone would be tried for minutes. */
const BLANK = "\\s{0,20}";
const NAME = "([\\w.-]{1,200}?)";
/** A statement of code in front of what it calls. */
const OF_CODE = `^(?:(?:const|let|var|val)\\s{1,20})?(?:[\\w.]{1,200}${BLANK}=${BLANK})?(?:return\\s{1,20})?(?:await\\s{1,20})?(?:\\w{1,60}\\.){0,5}`;
const END = `${BLANK};?(?:${BLANK}\\w{1,200}\\([^()\\n]*\\);?)?$`;
/** What begins arguments behind a name and a blank: a flag, a key, a text, an object. */
const ARGUMENT = "(?:--?\\w|:?\\w+[=:]|:\\w+\\s|[\"'{])";

/** A text that is one call and nothing else: in code, as a command, in brackets, behind a sign or as the first of its lines. */
const FORMS = [
  `${OF_CODE}${NAME}${BLANK}\\([\\s\\S]*\\)${END}`,
  `${OF_CODE}\\w{1,60}\\(${BLANK}(?:\\w{1,60}${BLANK}=${BLANK})?["']${NAME}["']${BLANK}[,)][\\s\\S]*${END}`,
  `^(?:[$>/!#@]${BLANK})?${NAME}[^\\S\\n]{1,20}${ARGUMENT}[^\\n]*$`,
  `^[/!$]${BLANK}${NAME}[^\\S\\n]{1,20}[^\\n]*[^\\n.!?]$`,
  `^[[({<]{1,8}(?:\\w{1,60}/)?${NAME}\\s{1,20}${ARGUMENT}[^\\n]*[\\])}>]$`,
  `^(?:[A-Z]{3,10}\\s{1,20}|[=-]>${BLANK})?${NAME}${BLANK}(?:[:=]|[=-]>|[A-Z]{2,10})?${BLANK}\\{[\\s\\S]*\\}$`,
  `^${NAME}\\n(?:[^\\S\\n]{0,20}(?:--?\\w+|\\w+[^\\S\\n]{0,20}[:=])[^\\n]*(?:\\n|$))+$`,
].map((form) => new RegExp(form));
/** A word and its value on a line. */
const PAIR = /^\s{0,20}(\w{1,200})\s{0,20}[:=]\s{0,20}(\S.*)$/;

/**
 * The offered tool that a whole answer calls without a mark of calls: where its name stands in front of arguments, and
 * nothing else is said, or in a lone object.
 */
export function bareCall(answer: string, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  const text = (FENCED.exec(answer.trim())?.[1] ?? answer).trim();
  const value = wholeValue(answer);
  if (typeof value === "object" && value !== null) return calledBy(value, offered, argumentsOf);
  const named = FORMS.map((form) => offered(form.exec(text)?.[1])).find((name) => name !== undefined);
  const pairs = text.split("\n").map((line) => PAIR.exec(line));
  if (named !== undefined || pairs.some((pair) => pair === null)) return named;
  const entries = pairs.map((pair): [string, Json] => [pair?.[1] ?? "", pair?.[2]?.trimEnd() ?? ""]);
  return inlineCall(Object.fromEntries(entries), offered, argumentsOf);
}

/** So deep wrappers are looked through. */
const MAX_DEPTH = 5;

/** The tool that a lone value calls, through what only wraps it: as a key of its arguments, or as a value beside them. */
function calledBy(value: Json, offered: Offered, argumentsOf: ArgumentsOf, depth = 0): string | undefined {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return undefined;
  const [first, ...others] = Object.entries(value);
  if (first === undefined) return undefined;
  const [key, only] = first;
  if (Array.isArray(value)) return calledBy(only, offered, argumentsOf, depth + 1);
  const inline = inlineCall(value, offered, argumentsOf);
  if (inline !== undefined || others.length > 0) return inline;
  if (isJsonObject(only) && offered(key) !== undefined) return offered(key);
  const named = isJsonObject(only) && NAMES.includes(snakeCase(key)) ? only.name : undefined;
  return (
    (typeof named === "string" ? offered(named) : undefined) ??
    calledBy(only, offered, argumentsOf, depth + 1)
  );
}

/** The tool that an object names, beside an object of its arguments alone, or in front of its arguments themselves. */
function inlineCall(object: JsonObject, offered: Offered, argumentsOf: ArgumentsOf): string | undefined {
  for (const [at, [, value]] of Object.entries(object).entries()) {
    const tool = typeof value === "string" ? offered(value) : undefined;
    if (tool === undefined) continue;
    const others = Object.entries(object).filter((_, index) => index !== at);
    const [[, beside] = ["", null], another] = others;
    if (another === undefined && isJsonObject(beside) && !isJsonObject(beside.properties)) return tool;
    const known = argumentsOf(tool);
    if (at === 0 && others.length > 0 && others.every(([name]) => known.includes(name))) return tool;
  }
  return undefined;
}
