import { type JsonSpan, scanJson } from "../answers/scan-json";
import { splitThinking } from "../answers/thinking";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase, spelling } from "../plan/read/fields";

const NAMES = [
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
const ARGUMENTS = [
  "args",
  "arguments",
  "parameters",
  "params",
  "input",
  "action_input",
  "tool_input",
  "tool_args",
];
/**
 * What opens a call for the parsers of inference servers: control tokens and tags that say so, tokens in brackets, the label
 * of a fence, the address of a message. Each may have the name in it; else it stands behind.
 */
const MARKS = new RegExp(
  [
    "<[|｜][^<>|｜`\\n]{0,40}(?:tool|function|plugin|action|python_tag)[^<>|｜`\\n]{0,40}[|｜]>",
    "<[|｜](?:call|DSML)[|｜](?:>|[a-z_]+)(?:[^\\S\\n]+name=[\"']([\\w.-]+)[\"'])?",
    "<(?:[a-z]+:)?(?:\\w+_)?(?:tool_?calls?|function_?calls?)>",
    "<(?:[a-z]+:)?(?:invoke[^\\S\\n]+name|function)=[\"']?([\\w.-]+)",
    "\\[(?:TOOL|FUNCTION)_?CALLS?\\]",
    "(?:^|commentary|analysis|assistant|[|｜]>)[^\\S\\n]*to=functions\\.([\\w.-]+)",
    "^```tool_(?:code|call)\\b",
    "✿(?:tool|function)✿:",
    "^functools(?=\\[)",
    "^>>>(?=\\w)",
  ].join("|"),
  "gim",
);
/** These say nothing else, whatever stands behind them; the others open a call only where one stands there. */
const TELLS_ALONE = /^(?:<[|｜]|```|functools|.*to=functions)/i;
/** A name behind a mark, also behind the kind of call and the mark between both, with the begin of its arguments. */
const NAMED_NEXT =
  /^\s*(?:function\s*<[^<>\n]*>\s*)?(?:print\(|\[\s*)?(?:functions\.|call:)?([\w.-]+?)(?:\.call|:\d+)?\s*(?:$|[<[{(]|\n)/;
const BODY_NEXT = /^\s*(?:<[|｜][^<>\n]*>\s*|<\w+>\s*)*(?:\[\s*)?[{<]/;
const NAME_IN_BODY =
  /(?:["'](?:name|tool|tool_name|function)["']\s*:|\bname=)\s*["']([\w.-]+)["']|\{\s*"([\w.-]+)"\s*:\s*\{/g;
/** A text that is a name and its arguments. */
const NAME_AND_ARGUMENTS = /^\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*(?:\{[\s\S]*\}|<arg_key>[\s\S]*)\s*$/;
const ELEMENT = /^\s*<([\w.-]+)>[\s\S]*<\/\1>\s*$/;
/** The last fence of a text, its label and its content. */
const LAST_FENCE = /(?:^|\n)```([\w.-]*)\n((?:(?!\n```)[\s\S])*)\n```\s*$/;
const ONE_FENCE = /^\s*```[\w.-]*\n(?:(?!\n```)[\s\S])*\n```\s*$/;
/** What a text only shows: code within a sentence, quoted lines, blocks of code between others. */
const SHOWN = /`[^`\n]+`|^>[^\S\n].*$|^```(?!tool_)[\w-]*\n[\s\S]*?^```[^\S\n]*$/gm;
/** The older form of agents, which tell their action in words; an observation behind it is made up. */
const REACT = /^[^\S\n]*Action:[^\S\n]*([\w.-]+)[^\S\n]*\n\s*Action Input:/im;
/** One sentence that says that a call comes, where none does. */
const ANNOUNCED =
  /^\W*(?:(?:ok|okay|sure|now|next|first)\b\W*)?(?:I['’]ll|I will|I['’]m going to|I am going to|let me(?! know))\b[^.!?\n]{0,200}[.:…!]*\s*$/i;
const AS_CODE = /^\s*(?:```\w*\s*)?(?:\[\s*|print\()?([\w.-]+?)(?:\.call)?\([\s\S]*\)\s*\]?\s*(?:```)?\s*$/;

/**
 * The tool that a text calls instead of calling it (docs/agents.md, "Calls written as text"): in tags, as a JSON action,
 * as code, or by one sentence that only announces it. Only one that is offered counts; in tags any does. Undefined for every other text.
 */
export function writtenCall(text: string, tools: readonly string[]): string | undefined {
  if (tools.length === 0) return undefined;
  const { answer } = splitThinking(text);
  const offered = (written: string | undefined): string | undefined => {
    const name = written?.replace(/^functions\.|\.call$/g, "");
    return name && tools.find((tool) => tool === name || spelling(tool) === spelling(name));
  };
  const { found } = scanJson(answer);
  const named = found
    .filter((span) => !span.salvaged && standsAlone(answer, span, found))
    .flatMap(({ value }) => [value].flat())
    .flatMap((value) => (isJsonObject(value) ? (calledIn(value) ?? []) : []));
  const known = named.map(offered).find((name) => name !== undefined);
  if (known !== undefined) return known;
  const marked = markedCall(answer, offered);
  if (marked !== undefined) return marked;
  const [, label, content = ""] = LAST_FENCE.exec(answer) ?? [];
  return [
    REACT.exec(answer)?.[1],
    AS_CODE.exec(answer)?.[1],
    NAME_AND_ARGUMENTS.exec(answer)?.[1],
    ELEMENT.exec(answer)?.[1],
    content.startsWith("{") ? label : undefined,
    AS_CODE.exec(content)?.[1],
  ]
    .map(offered)
    .concat(announcedIn(answer, tools))
    .find((name) => name !== undefined);
}

/** The tool that stands in or behind the marks of a call; where nothing else can be meant, one that is not offered, too. */
function markedCall(
  answer: string,
  offered: (name: string | undefined) => string | undefined,
): string | undefined {
  const text = ONE_FENCE.test(answer) ? answer : answer.replace(SHOWN, (shown) => " ".repeat(shown.length));
  const called = [...text.matchAll(MARKS)].flatMap((match) => {
    const [mark, ...names] = match;
    const rest = answer.slice(match.index + mark.length);
    const within = names.find((name) => name !== undefined);
    const hasBody = BODY_NEXT.test(rest);
    const inBody = hasBody ? [...rest.matchAll(NAME_IN_BODY)].map(([, value, key]) => value ?? key) : [];
    const known = [within, NAMED_NEXT.exec(rest)?.[1], ...inBody]
      .map(offered)
      .find((name) => name !== undefined);
    if (known !== undefined) return known;
    return within ?? (hasBody || TELLS_ALONE.test(mark) ? (inBody[0] ?? "a tool") : []);
  });
  return called.find((name) => offered(name) !== undefined) ?? called[0];
}

/** The tool that a text says it will use now, when it says nothing else. */
function announcedIn(text: string, tools: readonly string[]): string | undefined {
  if (!ANNOUNCED.test(text)) return undefined;
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u);
  return tools.find((tool) => words.some((word) => word.replace(/\.+$/, "") === tool.toLowerCase()));
}

/** Within a sentence an object is only mentioned; tags and other objects may stand beside it. */
function standsAlone(text: string, { start, end }: JsonSpan, all: readonly JsonSpan[]): boolean {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
  const within = all.filter((span) => span.end > from && span.start < to);
  const beside = within.map((span, index) => text.slice(within[index - 1]?.end ?? from, span.start));
  const line = `${beside.join("")}${text.slice(within.at(-1)?.end ?? to, to)}`;
  return !/\p{L}/u.test(line.replace(/<[^<>]*>|\[TOOL_CALLS\]/g, ""));
}

/** The name in an object that has a name and arguments, or in the first call of its plan. */
function calledIn(object: JsonObject): string | undefined {
  const fields = new Map(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));
  const plan = fields.get("plan") ?? fields.get("tool_calls") ?? fields.get("tool_uses");
  const [first] = Array.isArray(plan) ? plan : [];
  if (isJsonObject(first)) return calledIn(first);
  const call = fields.get("function_call");
  if (isJsonObject(call)) return calledIn(call);
  const called = NAMES.map((key) => nameIn(fields.get(key))).find((name) => name !== undefined);
  return ARGUMENTS.some((key) => fields.has(key)) || isJsonObject(fields.get("function"))
    ? called
    : undefined;
}

function nameIn(value: Json | undefined): string | undefined {
  if (isJsonObject(value)) return nameIn(value.name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
