import { type JsonSpan, scanJson } from "../answers/scan-json";
import { splitThinking } from "../answers/thinking";
import { isJsonObject, type Json, type JsonObject } from "../json";
import { snakeCase, spelling } from "../plan/read/fields";
import { type ArgumentsOf, bareCall, NAMES, type Offered } from "./bare-call";
import { foreignCall } from "./foreign-call";

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

/** How many marks are looked at, and how far behind each: no hostile text takes long. */
const MAX_MARKS = 50;
const REACH = 20_000;
/** So many objects of a text are held against the words on their lines. */
const MAX_OBJECTS = 200;

/**
 * What opens a call for the parsers of inference servers: control tokens and tags that say so, tokens in brackets, the label
 * of code, the address of a message. Each may have the name in it; else it stands behind.
 */
const MARKS = new RegExp(
  [
    "<\\s?[|｜]\\s?[^<>|｜`\\n]{0,40}(?:tool|function|plugin|action|python|interpreter|call|recipient|observation|DSML)[^<>|｜`\\n]{0,40}[|｜]\\s?(?:>|[a-z_]+(?:[^\\S\\n]+name=[\"']([\\w.-]+)[\"'])?)",
    "<<?(?:[a-z]+:)?(?:\\w{0,40}(?:tool|function)s?_?calls?|function)>>?",
    "<(?:[a-z]+:)?(?:invoke[^\\S\\n]+name|_*function(?:[^\\S\\n]+name)?)[=/(][\"']?([\\w.-]{1,100})(?![^<>\\n]{0,200}/>)",
    "\\[(?:TOOL|FUNCTION)_?(?:CALLS?|REQUEST)\\]",
    "(?:(?:^|analysis|assistant)[^\\S\\n]*to=functions\\.|(?:commentary|[|｜]>)[^\\S\\n]*to=(?:functions\\.)?)([\\w.-]+)",
    "(?<![\\s\\S])\\s{0,20}<(?:tool|function)_(?:response|result|output)s?>",
    "^(?:```tool_(?:code|call)\\b|Code:\\s{0,3}```py(?:thon)?\\n|✿(?:tool|function)✿:|[^\\S\\n]*functools(?=\\[)|>>>(?=\\w))",
  ].join("|"),
  "gim",
);
/** Any element that speaks of tools; only the call of one that is offered counts in it. */
const ELEMENTS =
  /<(?:[a-z]{1,20}:)?\w{0,40}(?:tool|function|action|call)\w{0,40}(?:[^\S\n][^<>\n]{0,400})?>/gi;
const NAME_ATTRIBUTE = /\s(?:name|tool|function)=["']([\w.-]{1,100})["']/;
/** The name in an element, and the arguments in the next. */
const NAME_ELEMENT = new RegExp(
  `<(?:${NAMES.join("|")})>\\s*([\\w.-]{1,100})\\s*</\\w+>\\s*<(?:${ARGUMENTS.join("|")})\\b`,
  "gi",
);
/** These say nothing else, whatever stands behind them; the others open a call only where one stands there. */
const TELLS_ALONE = /^\s*(?:<\s?[|｜]|<\w+_(?:response|result|output)|```|\s*functools|.*to=functions)/i;
const OF_CODE = /^(?:```|Code:)/;
/** What may stand between a mark and the name or the arguments: more marks, the kind of the call, how it is printed. */
const FILLER =
  /^(?:\s|<\s?[|｜][^<>\n]{0,80}>|<\w+>|```\w*\n|\[|print\(|(?:function\s*(?=<)|functions\.|default_api\.|call:))*/;
/** A name where arguments begin behind it, or nothing does. */
const NAMED_NEXT = /^([\w.-]+?)(?:\.call|:\d+)?\s*(?:$|[[{(✿]|<(?!\/)|<\/\w*call|```)/;
/** A name alone, with elements or an object behind it. */
const NAMED_ABOVE = /^([A-Za-z_][\w.-]{0,99})\s*(?:<\w[^<>\n]{0,40}>|\{\s*")/;
const NAME_IN_BODY =
  /(?:["'](?:name|tool|tool_name|function)["']\s*:|\bname=)\s*["']([\w.-]+)["']|\{\s*"([\w.-]+)"\s*:\s*\{/g;
const NAME_IN_CODE = /(?<![\w-])([\w-]+)\(/g;
/** A text that is a name and its arguments, as code or as data. */
const WHOLE =
  /^\s*(?:call:\s*)?(?:```\w*\s*)?(?:\[\s*|print\(|await\s+)?(?:(?:functions|default_api|tools)\.)?([\w.-]+?)(?:\.call|:\d+)?\s*(?:\([\s\S]*\)\s*\]?|\{[\s\S]*\}|<arg_key>[\s\S]*)\s*(?:```)?\s*$/i;
const OUTER_TAGS = /^(?:\s*(?:<[^<>\n]{0,80}>|\[[A-Z_]+\]))+|(?:(?:<[^<>\n]{0,80}>|\[\/?[A-Z_]+\])\s*)+$/g;
const ELEMENT = /^\s*<([\w.-]+)>[\s\S]*<\/\1>\s*$/;
/** The last fence of a text, its label and its content. */
const LAST_FENCE = /(?:^|\n)```([\w.-]*)\n((?:(?!\n```)[\s\S])*)\n```\s*$/;
/** A fence about a whole text, but for one that says that it is of a programming language. */
const ONE_FENCE = /^\s*```(?:json|xml|text|tool_\w+)?\n(?:(?!\n```)[\s\S])*\n```\s*$/;
/** What a text only shows: code within a sentence, lines of quotations, lists and tables, blocks of code that are not run. */
const SHOWN =
  /`[^`\n]+`|^[^\S\n]*[>*|-][^\S\n].*$|(?<!^Code:\s{0,3})^```(?!tool_)[\w-]*\n[\s\S]*?^```[^\S\n]*$/gm;
/** The older form of agents, which tell their action in words; an observation behind it is made up. */
const REACT =
  /^[^\S\n]*(?:-[^\S\n]+)?(?:Action|Tool|Function):[^\S\n]*([\w.-]+)[^\S\n]*\n\s*(?:(?:Action|Tool|Function) )?(?:Input|Arguments|Args|Parameters):/gim;
/** The same in any language: a name alone behind a label, and an object behind the next. */
const LABELED = /^[^\S\n]*[\p{L} ]{1,30}[:：][^\S\n]*([\w.-]+)[^\S\n]*\n\s*[\p{L} ]{1,30}[:：]\s*\{/gmu;
/** The same on one line, as code or in brackets. */
const LABELED_CODE = /^[^\S\n]*(?:Action|Tool|Function|Call):[^\S\n]*([\w.-]+)[[(]/gim;
/** An element that begins a line and another one. */
const OPENED = /^[^\S\n]*<([\w.-]{1,100})>\s*</gm;
/** One sentence that says that a call comes, where none does. */
const ANNOUNCED =
  /^\W*(?:(?:ok|okay|sure|now|next|first)\b\W*)?(?:I['’]ll|I will|I['’]m going to|I am going to|let me(?! know))\b[^.!?\n]{0,200}[.:…!]*\s*$/i;

/**
 * The tool that a text calls instead of calling it (docs/agents.md, "Calls written as text"): in tags, as a JSON action,
 * as code, or by one sentence that only announces it. Only one that is offered counts; in tags any does. Undefined for every other text.
 */
export function writtenCall(
  text: string,
  tools: readonly string[],
  argumentsOf: ArgumentsOf = () => [],
): string | undefined {
  if (tools.length === 0) return undefined;
  const { answer: written } = splitThinking(text);
  const answer = unescaped(written);
  const offered: Offered = (written) => {
    const name = written?.replace(/^functions\.|\.call$/g, "");
    return name && tools.find((tool) => tool === name || spelling(tool) === spelling(name));
  };
  const { found } = scanJson(answer);
  const named = found
    .slice(0, MAX_OBJECTS)
    .filter((span) => !span.salvaged && standsAlone(answer, span, found))
    .flatMap(({ value }) => [value].flat())
    .flatMap((value) => (isJsonObject(value) ? (calledIn(value) ?? []) : []));
  const known = named.map(offered).find((name) => name !== undefined);
  if (known !== undefined) return known;
  const marked = markedCall(answer, offered);
  if (marked !== undefined) return marked;
  const [, label, content = ""] = LAST_FENCE.exec(answer) ?? [];
  const plain = answer.replace(SHOWN, (shown) => " ".repeat(shown.length));
  return [
    ...namesIn(answer.replaceAll("**", ""), REACT),
    ...[LABELED, LABELED_CODE].flatMap((form) => namesIn(plain.replaceAll("**", ""), form)),
    ...namesIn(plain, OPENED).filter((name) =>
      new RegExp(`>\\s*</${name?.replace(/[.]/g, "\\.")}>`).test(plain),
    ),
    WHOLE.exec(answer.replace(OUTER_TAGS, ""))?.[1],
    ELEMENT.exec(answer)?.[1],
    content.startsWith("{") ? label : undefined,
    WHOLE.exec(content.replace(/^\s*#.*$/gm, ""))?.[1],
  ]
    .map(offered)
    .concat([answer, answer.replace(OUTER_TAGS, "")].map((one) => bareCall(one, offered, argumentsOf)))
    .concat(announcedIn(answer, tools), foreignCall(answer))
    .find((name) => name !== undefined);
}

/** Marks that a server has escaped for a page; text that only quotes them has words in front. */
const unescaped = (text: string): string =>
  /^\s{0,20}&lt;/.test(text)
    ? text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
    : text;

/** The tool that stands in or behind the marks of a call; where nothing else can be meant, one that is not offered, too. */
function markedCall(answer: string, offered: Offered): string | undefined {
  const text = ONE_FENCE.test(answer) ? answer : answer.replace(SHOWN, (shown) => " ".repeat(shown.length));
  const called: string[] = [];
  for (const match of [...text.matchAll(MARKS)].slice(0, MAX_MARKS)) {
    const [mark, ...names] = match;
    const at = match.index + mark.length;
    const rest = answer.slice(at, at + REACH);
    const within = names.find((name) => name !== undefined);
    const behind = rest.slice(FILLER.exec(rest)?.[0].length);
    const isOfCode = OF_CODE.test(mark);
    const hasBody = !isOfCode && /^[{<]/.test(behind);
    const inBody = isOfCode || hasBody ? namesIn(rest, isOfCode ? NAME_IN_CODE : NAME_IN_BODY) : [];
    const known = [within, NAMED_NEXT.exec(behind)?.[1], ...inBody]
      .map(offered)
      .find((name) => name !== undefined);
    if (known !== undefined) return known;
    const named = isOfCode ? undefined : NAMED_ABOVE.exec(behind)?.[1];
    if (within !== undefined || named !== undefined) called.push(within ?? (named as string));
    else if (hasBody) called.push(inBody[0] ?? "a tool");
    else if (TELLS_ALONE.test(mark)) called.push("a tool");
  }
  return elementCall(text, offered) ?? called[0];
}

/** The offered tool that elements call, whatever they are named. */
function elementCall(text: string, offered: Offered) {
  const within = [...text.matchAll(ELEMENTS)].slice(0, MAX_MARKS).map((match) => {
    const [tag] = match;
    const name = NAME_ATTRIBUTE.exec(tag)?.[1];
    const rest = text.slice(match.index + tag.length, match.index + tag.length + REACH);
    if (name === undefined) return NAMED_NEXT.exec(rest.slice(FILLER.exec(rest)?.[0].length))?.[1];
    const hasElements = !tag.endsWith("/>") && /^\s*<(?!\/)/.test(rest);
    const isAlone = text.trim() === tag;
    return isAlone || /call/i.test(tag) || /^\s*[{(]/.test(rest) || hasElements ? name : undefined;
  });
  return [...[...text.matchAll(NAME_ELEMENT)].map(([, name]) => name), ...within]
    .map(offered)
    .find((name) => name !== undefined);
}

const namesIn = (text: string, pattern: RegExp): (string | undefined)[] =>
  [...text.matchAll(pattern)].map(([, ...found]) => found.find(Boolean));

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
  return !/\p{L}/u.test(line.replace(/<[^<>]*>|\[[A-Z_]+\]|\b(?:tool|function)[ _]calls?\b/gi, ""));
}

/** The name in an object that has a name and arguments, or in the first call of its plan. */
function calledIn(object: JsonObject): string | undefined {
  const fields = new Map(Object.entries(object).map(([key, value]) => [snakeCase(key), value]));
  const plan = fields.get("plan") ?? fields.get("tool_calls") ?? fields.get("tool_uses");
  const [first] = Array.isArray(plan) ? plan : [];
  if (isJsonObject(first)) return calledIn(first);
  const [only] = fields.size === 1 ? fields.values() : [];
  const call =
    only ?? (fields.get("method") === "tools/call" ? fields.get("params") : fields.get("function_call"));
  if (isJsonObject(call)) return calledIn(call);
  if (ARGUMENTS.some((key) => isSchema(fields.get(key)))) return undefined;
  const called = NAMES.map((key) => nameIn(fields.get(key))).find((name) => name !== undefined);
  return ARGUMENTS.some((key) => fields.has(key)) || isJsonObject(fields.get("function"))
    ? called
    : undefined;
}

/** The definition of a tool has its name, too, and the schema of its arguments. */
const isSchema = (value: Json | undefined): boolean =>
  isJsonObject(value) && value.type === "object" && isJsonObject(value.properties);

function nameIn(value: Json | undefined): string | undefined {
  if (isJsonObject(value)) return nameIn(value.name);
  return typeof value === "string" && value !== "" ? value : undefined;
}
