import { cleanJson, isJsonObject, isSameJson, type Json, type JsonObject, parseJson } from "../json";
import { getOwn } from "../own";
import { snakeCase, spelling } from "../plan/read/fields";
import { cleanText } from "../text";
import { type Coerced, coerce } from "./coerce";
import { fencesAround } from "./fences";
import { announcesOwn, reportsOthers } from "./quotation";
import { readVerdict, type VerdictKey } from "./read-verdict";
import { type JsonSpan, scanJson } from "./scan-json";
import { splitThinking } from "./thinking";

export type ReadAnswer =
  /** `coerced`: what stood there in another form than the schema wants, in words. */
  | { ok: true; value: Json; thinking?: string; coerced: string[] }
  /** One sentence for the model that is asked again. */
  | { ok: false; problem: string };

const FENCED = /^(?:```|~~~)[a-z]*[ \t]*\n([\s\S]*?)\n?[ \t]*(?:```|~~~)$/i;
/** Objects that only hold the answer. */
const WRAPPERS: ReadonlySet<string> = new Set(
  "answer raw_answer final_answer result output response data value arguments args parameters input".split(
    " ",
  ),
);
const MAX_WRAPPERS = 3;

/**
 * Reads a structured answer as it comes (docs/agents.md, "Structured answers"): the thinking apart, JSON whatever
 * stands around it, values in the form that the JSON Schema wants. Without a schema an answer is JSON if it is
 * nothing else but a line before and after it, otherwise its text. Of the schema types, words, bounds and required keys count. A verdict is read as
 * \`readVerdict\` does, with the \`data\` of the request.
 */
export function readAnswer(text: string, schema?: JsonObject, data?: string): ReadAnswer {
  const { answer, thinking, unclosed } = splitThinking(cleanText(text));
  const apart = thinking === undefined ? {} : { thinking };
  const verdict = schema && verdictOf(schema);
  if (verdict) {
    const read = readVerdict(text, verdict, data);
    if (!read.ok) return { ok: false, problem: VERDICT_PROBLEMS[read.reason] };
    const { value, coerced } = coerce(read.said, schema);
    return { ok: true, value, ...apart, coerced };
  }
  const own = unclosed && answer.trim() === "" ? (objectAtEnd(text) ?? "") : answer.trim();
  if (own === "") return { ok: false, problem: "The answer was empty." };
  if (schema === undefined) {
    const [value = own] = [wholeValue(own), framedValue(own)].filter((one) => one !== undefined);
    return { ok: true, value, ...apart, coerced: [] };
  }
  const read = fittingValue(own, schema);
  return "problem" in read
    ? { ok: false, problem: read.problem }
    : { ok: true, value: read.value, ...apart, coerced: read.coerced };
}

const VERDICT_PROBLEMS = {
  missing: "The answer holds no verdict of its own: say true or false.",
  ambiguous: "The answer leaves its verdict in doubt: give one, and nothing that speaks against it.",
} as const;

/** The verdict that a schema asks for: true then lets something pass, so that doubts count. */
function verdictOf(schema: JsonObject): VerdictKey | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  if (Object.hasOwn(properties, "score")) return undefined;
  return (["passed", "sufficient"] as const).find((key) => Object.hasOwn(properties, key));
}

/** The value of a text that is JSON and nothing else, a fence around it or not. */
export function wholeValue(text: string): Json | undefined {
  return parseJson(FENCED.exec(text)?.[1] ?? text);
}

/** Characters of a line that stands before data or after it. */
const MAX_FRAME_CHARS = 200;

/**
 * The one object or list of an answer that holds nothing else but a line before it and a line after it: "Here is the
 * data: {…}". What a longer text shows is part of that text.
 */
function framedValue(text: string): Json | undefined {
  const { found, brokenAt } = scanJson(text);
  const [only, another] = found;
  if (!only || another || only.salvaged || only.doubled || only.comments || brokenAt >= 0) return;
  const [before, after] = [text.slice(0, only.start), text.slice(only.end)].map((part) =>
    part.replace(/^[ \t]*(?:```|~~~)\w*[ \t]*$/gm, "").trim(),
  );
  const isLine = (part = "") => part.length <= MAX_FRAME_CHARS && !part.includes("\n");
  const isApart = before === "" || /[:：]$/.test(before ?? "") || /\n\s*$/.test(text.slice(0, only.start));
  return isApart && isLine(before) && isLine(after) ? only.value : undefined;
}

/** The object with which a text ends, if it does. */
export function objectAtEnd(text: string): string | undefined {
  const last = scanJson(text).found.at(-1);
  if (!last || last.salvaged || /[^\s`]/.test(text.slice(last.end))) return undefined;
  return text.slice(last.start, last.end);
}

type Fitting = Pick<Coerced, "value" | "coerced"> | { problem: string };

function fittingValue(text: string, schema: JsonObject): Fitting {
  const whole = wholeValue(text);
  const quoted = typeof whole === "string" && schema.type !== "string" ? parseJson(whole) : undefined;
  if (whole !== undefined && !isJsonObject(whole) && !Array.isArray(whole)) {
    const scalar = bestOf(quoted ?? whole, schema);
    if (scalar) return scalar;
  }
  const { found, brokenAt } = scanJson(text);
  const ranked = preferred(
    text,
    found.filter(({ salvaged }) => !salvaged),
  );
  const values = ranked.map(({ value }) => value);
  const fitting = ranked.flatMap(({ value, rank, doubled }) => {
    const best = bestOf(value, schema);
    return best ? [{ best, rank, doubled, value }] : [];
  });
  const [first, ...others] = fitting;
  if (
    first &&
    others.some(({ rank, best }) => rank === first.rank && !isSameJson(best.value, first.best.value))
  )
    return { problem: "The answer holds several objects that differ: give one." };
  const twice = first && (first.doubled?.[0]?.path ?? spelledTwice(first.value));
  if (twice !== undefined)
    return { problem: `The answer has ${twice} twice, with different values: give one.` };
  if (first) return first.best;
  const scalar = typed(schema, "object") || typed(schema, "array") ? undefined : coerce(text, schema);
  if (scalar?.problems.length === 0) return scalar;
  if (values.length > 0) return { problem: problemOf(values, schema) };
  if (brokenAt >= 0)
    return { problem: `The JSON of the answer cannot be read from character ${brokenAt} on.` };
  const said = typed(schema, "object") ? labeledValue(text, schema) : undefined;
  return said ?? { problem: "There is no JSON in the answer that has the form asked for." };
}

const typed = (schema: JsonObject, type: string): boolean => [schema.type].flat().includes(type);

/** A name that an object has in two spellings, with different values. */
function spelledTwice(value: Json): string | undefined {
  const known = new Map<string, Json>();
  return Object.entries(isJsonObject(value) ? value : {}).find(([key, one]) => {
    const name = snakeCase(key);
    const other = known.get(name) ?? one;
    known.set(name, one);
    return !isSameJson(other, one);
  })?.[0];
}

type Ranked = Pick<JsonSpan, "value" | "doubled"> & { rank: number };

/** What stands on lines of its own first, then what is the answer's own; of several the last. */
function preferred(text: string, spans: readonly JsonSpan[]): Ranked[] {
  let from = 0;
  const ranked = spans.map((span, index) => {
    const lead = text.slice(from, span.start);
    from = span.end;
    const ownLine = !/\p{L}/u.test(lead.split("\n").at(-1) ?? "");
    const rank = (ownLine ? 4 : 0) + (reportsOthers(lead) ? 0 : 2) + (announcesOwn(lead) ? 1 : 0);
    return { span, rank, index };
  });
  ranked.sort((a, b) => b.rank - a.rank || b.index - a.index);
  return ranked.map(({ span, rank }) => ({ ...span, value: cleanJson(span.value), rank }));
}

/** The value if it fits, as it stands or without what only wraps it. */
function bestOf(value: Json, schema: JsonObject): Coerced | undefined {
  return unwrapped(value)
    .map((candidate) => coerce(candidate, schema))
    .find(({ problems }) => problems.length === 0);
}

/** A value and what stands in it, where objects only hold the answer. */
export function unwrapped(value: Json): Json[] {
  const all = [value];
  for (let at: Json | undefined = value, depth = 0; isJsonObject(at) && depth < MAX_WRAPPERS; depth += 1) {
    const entries: [string, Json][] = Object.entries(at);
    const wrapping = entries.filter(([key]) => WRAPPERS.has(snakeCase(key)));
    const [only] = entries.length === 1 ? entries : wrapping;
    at = only?.[1];
    if (at !== undefined) all.push(at);
  }
  return all;
}

function problemOf(values: readonly Json[], schema: JsonObject): string {
  const [closest] = values
    .map((value) => coerce(value, schema))
    .sort((a, b) => a.problems.length - b.problems.length);
  return `The answer does not have the form asked for: ${(closest?.problems ?? []).slice(0, 5).join("; ")}.`;
}

/** Other words under which fields of answers in text stand. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  score: ["rating", "grade", "bewertung", "punktzahl", "note"],
  quality_score: ["score", "quality"],
  need_replan: ["replan needed", "replan"],
  final_answer: ["answer"],
  reason: ["reasoning", "begründung"],
};

/** The values that a text gives under labels: "Score: 8/10", "## Final answer" and what stands below it. */
function labeledValue(text: string, schema: JsonObject): Fitting | undefined {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = new Map<string, string>();
  for (const key of Object.keys(properties)) {
    const own = snakeCase(key);
    for (const word of [own, ...(getOwn(OTHER_WORDS, own) ?? [])]) {
      if (!names.has(spelling(word))) names.set(spelling(word), key);
    }
  }
  const lines = text.split("\n");
  const labels = lines.map((line) => {
    const [, beside, value = "", heading] = LABELED.exec(line) ?? [];
    const label = beside ?? heading;
    const key = label === undefined ? undefined : names.get(spelling(label.replace(PREFIX, "")));
    return key === undefined ? undefined : { key, value };
  });
  const fences = fencesAround(
    lines,
    labels.flatMap((label, index) => (label ? [index] : [])),
  );
  const said = new Map<string, string[]>();
  let open: string[] | undefined;
  lines.forEach((line, index) => {
    const label = labels[index];
    if (label) {
      open = [label.value];
      said.set(label.key, open);
    } else if (!fences.has(index)) open?.push(line);
  });
  const coerced: string[] = [];
  const entries = [...said].flatMap(([key, lines]): [string, Json][] => {
    const whole = lines
      .join("\n")
      .replace(/^\W*?(?=[\p{L}\p{N}+-])/u, "")
      .trim();
    for (const candidate of [whole, lines.find((line) => line.trim() !== "") ?? "", firstWords(lines)]) {
      const read = coerce(candidate.trim(), getOwn(properties, key));
      if (read.problems.length > 0) continue;
      coerced.push(`${key}: read from text`);
      return [[key, read.value]];
    }
    return [];
  });
  return entries.length === 0 ? undefined : { value: Object.fromEntries(entries), coerced };
}

/** A label with its value, or one alone in bold or as a heading. */
const LABELED =
  /^[\s>*_|-]*([\p{L}][\p{L} _-]{1,40}?)[*_]*\s*[:?][*_\s]*(.*?)[*_\s|]*$|^\s*(?:#{1,6}|\*\*)\s*([\p{L}][\p{L} _-]{1,40}?)[?:]?(?:\*\*)?\s*$/u;
const PREFIX = /^(?:overall|final|total|the|my)\s+/i;

/** The first word or number: "0.95 – every step is shown" is 0.95, "No." is no. */
function firstWords(lines: readonly string[]): string {
  const line = lines.find((one) => one.trim() !== "") ?? "";
  return (
    /^[\s*_]*(?:score\s*:\s*)?([\d.,]+\s*(?:\/\s*\d+|%)?|\p{L}+)/iu.exec(line)?.[1]?.replace(/[.,]$/, "") ??
    ""
  );
}
