import { scanJson } from "../answers/scan-json";
import { splitThinking } from "../answers/thinking";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase, spelling } from "../plan/read/fields";

const NAMES = ["next_node", "tool", "tool_name", "function", "function_name", "action", "name", "node"];
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
const MARKED =
  /<\|?python_tag\|?>\s*([\w.-]+)|<function=["']?([\w.-]+)|<invoke name=["']([\w.-]+)|<tool_call>\s*([\w.-]+)\s*\(|\[TOOL_CALLS\]\s*([\w.-]+)/i;
const IN_TAGS = /<tool_call>\s*\{|\[TOOL_CALLS\]\s*[[{]|<\|tool_call\|>/i;
/** What servers' own parsers look for: control tokens and tags of calls. In backticks they are only mentioned. */
const MARK_UP = new RegExp(
  [
    "(?<!`)<[|｜][^<>|｜`\\n]{0,40}(?:tool|function|plugin|action)[^<>|｜`\\n]{0,40}[|｜]>",
    "(?<!`)<[|｜]call[|｜]>",
    "(?<!`)<[|｜]DSML[|｜][a-z_]+",
    "(?<!`)<(?:[a-z]+:)?(?:tool_?calls?|function_calls?)>\\s*[<[{]",
    "(?:^|commentary|analysis|assistant|[|｜]>)[^\\S\\n]*to=functions\\.",
    "^```tool_(?:code|call)\\b",
    "^functools\\[",
  ].join("|"),
  "im",
);
/** The older form of agents, which tell their action in words; an observation behind it is made up. */
const REACT = /^[^\S\n]*Action:[^\S\n]*([\w.-]+)[^\S\n]*\n\s*Action Input:/im;
/** Names as mark-up writes them before arguments. */
const NAMED_IN_MARK_UP =
  /functions\.([\w.-]+)|[｜|]>\s*([\w.-]+)\s*\n```json|<[\w:｜|]*(?:invoke|function) name=["']([\w.-]+)|call:([\w.-]+)\{/i;
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
    const name = written?.replace(/\.call$/, "");
    return name && tools.find((tool) => tool === name || spelling(tool) === spelling(name));
  };
  const marked = MARKED.exec(answer)
    ?.slice(1)
    .find((name) => name !== undefined);
  if (marked !== undefined) return offered(marked) ?? marked;
  const named = scanJson(answer)
    .found.filter((span) => !span.salvaged && standsAlone(answer, span))
    .flatMap(({ value }) => [value].flat())
    .flatMap((value) => (isJsonObject(value) ? (calledIn(value) ?? []) : []));
  const known = named.map(offered).find((name) => name !== undefined);
  if (known !== undefined) return known;
  if (IN_TAGS.test(answer) || MARK_UP.test(answer)) {
    const written =
      named[0] ??
      NAMED_IN_MARK_UP.exec(answer)
        ?.slice(1)
        .find((name) => name !== undefined);
    return offered(written) ?? written ?? "a tool";
  }
  return offered(REACT.exec(answer)?.[1]) ?? offered(AS_CODE.exec(answer)?.[1]) ?? announcedIn(answer, tools);
}

/** The tool that a text says it will use now, when it says nothing else. */
function announcedIn(text: string, tools: readonly string[]): string | undefined {
  if (!ANNOUNCED.test(text)) return undefined;
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_.-]+/u);
  return tools.find((tool) => words.some((word) => word.replace(/\.+$/, "") === tool.toLowerCase()));
}

/** Within a sentence an object is only mentioned; tags may stand beside it. */
function standsAlone(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const after = text.slice(end).split("\n", 1).join();
  return !/\p{L}/u.test(`${before}${after}`.replace(/<[^<>]*>|\[TOOL_CALLS\]/g, ""));
}

/** The name in an object that has a name and arguments, or in the first call of its plan. */
function calledIn(object: JsonObject): string | undefined {
  const fields = new Map(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));
  const plan = fields.get("plan") ?? fields.get("tool_calls");
  const [first] = Array.isArray(plan) ? plan : [];
  if (isJsonObject(first)) return calledIn(first);
  const called = NAMES.map((key) => nameIn(fields.get(key))).find((name) => name !== undefined);
  return ARGUMENTS.some((key) => fields.has(key)) || isJsonObject(fields.get("function"))
    ? called
    : undefined;
}

function nameIn(value: Json | undefined): string | undefined {
  if (isJsonObject(value)) return nameIn(value.name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
