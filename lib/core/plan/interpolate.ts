import type { Json } from "../json";
import { pathSegments, valueAt, withValueAt } from "../json-path";
import { inNameOrder } from "./result-names";

/** Placeholders in task inputs (docs/plans.md, "Placeholders"). */

/** `{{results.<id>.<path>}}`. `known` says whether `id` is one of the ids that were given. */
export type Placeholder = { text: string; id: string; known: boolean; path: string };

/** What a dependency has to offer: its value, or why there is none. */
export type UpstreamResult = { value: Json } | { absent: "skipped" | "failed"; reason: string };
export type Upstream = ReadonlyMap<string, UpstreamResult>;

/** Characters of one result that an "Upstream results" block shows. */
export const UPSTREAM_CHARS = 5_000;

// A longer reference cannot name a task; the bound keeps the search for the id linear.
const MAX_REFERENCE_CHARS = 1_000;
const ONE_PLACEHOLDER = /^\s*\{\{\s*results\.([^{}]*)\}\}\s*$/;
const PLACEHOLDER = /\{\{\s*results\.([^{}]*)\}\}/g;

/** Every placeholder in any text inside `input`, by the longest id that fits. */
export function placeholdersOf(input: Json, ids: ReadonlySet<string>): Placeholder[] {
  const found: Placeholder[] = [];
  mapTexts(input, (text) => {
    for (const [whole, reference = ""] of text.matchAll(PLACEHOLDER))
      found.push(resolve(whole, reference, ids));
    return text;
  });
  return found;
}

/** Each placeholder in any text inside `input` that could mean several tasks, with their ids: a plan with one is not run. */
export function ambiguousPlaceholders(
  input: Json,
  ids: Pick<ReadonlySet<string>, "has">,
): { text: string; ids: string[] }[] {
  const found: { text: string; ids: string[] }[] = [];
  mapTexts(input, (text) => {
    for (const [whole, reference = ""] of text.matchAll(PLACEHOLDER)) {
      const named = cutsAt(reference.trim(), ids).map((cut) => reference.trim().slice(0, cut));
      if (named.length > 1) found.push({ text: whole, ids: named });
    }
    return text;
  });
  return found;
}

/** The known ids that the placeholders of an input name, each once, sorted. */
export function usedIds(input: Json, ids: ReadonlySet<string>): string[] {
  const known = placeholdersOf(input, ids).filter((placeholder) => placeholder.known);
  return [...new Set(known.map((placeholder) => placeholder.id))].sort();
}

/** The ids that the placeholders of an input mean, those too that are not known, each once, sorted. */
export const meantIds = (input: Json, ids: ReadonlySet<string>): string[] =>
  [...new Set(placeholdersOf(input, ids).map(({ id }) => id))].sort();

/**
 * The input with its placeholders filled in: texts as they are, other values as compact JSON, each between tags
 * that mark it as data; a skipped result as `null` with the reason. `missing` lists placeholders without a value,
 * which stay as they are: such a task must not run. `ids` are all ids that a placeholder may name.
 */
export function interpolate(
  input: Json,
  upstream: Upstream,
  ids: ReadonlySet<string>,
): { input: Json; missing: Placeholder[] } {
  const missing: Placeholder[] = [];
  const filled = mapTexts(input, (text) =>
    text.replace(PLACEHOLDER, (whole: string, reference: string) => {
      const placeholder = resolve(whole, reference, ids);
      const data = fill(placeholder, upstream.get(placeholder.id));
      if (data === undefined) missing.push(placeholder);
      return data ?? whole;
    }),
  );
  return { input: filled, missing };
}

/**
 * The input as predicates see it: values without the tags that mark them in prompts. A text that is one placeholder
 * alone is that result itself, null where there is none.
 */
export function inputAsData(input: Json, upstream: Upstream): Json {
  const ids = new Set(upstream.keys());
  const filledWith = (whole: string, reference: string): Json => {
    const { id, path } = resolve(whole, reference, ids);
    const result = upstream.get(id);
    const value = result && "value" in result ? result.value : null;
    return valueAt(value, pathSegments(path)) ?? null;
  };
  return mapTexts(input, (text) => {
    const [alone, reference = ""] = ONE_PLACEHOLDER.exec(text) ?? [];
    if (alone !== undefined) return filledWith(alone, reference);
    return text.replace(PLACEHOLDER, (whole: string, named: string) => textOf(filledWith(whole, named)));
  });
}

/** A text in its own words and the placeholders between them, in order; those that name no known id are own words. */
export function placeholderParts(
  text: string,
  ids: Pick<ReadonlySet<string>, "has">,
): (string | Placeholder)[] {
  const parts: (string | Placeholder)[] = [];
  let done = 0;
  for (const { 0: whole, 1: reference = "", index } of text.matchAll(PLACEHOLDER)) {
    const placeholder = resolve(whole, reference, ids);
    if (!placeholder.known) continue;
    parts.push(text.slice(done, index), placeholder);
    done = index + whole.length;
  }
  return [...parts, text.slice(done)].filter((part) => part !== "");
}

/** The text with these words in the places of its placeholders; `place` is the text around each. */
export function withWords(
  text: string,
  ids: Pick<ReadonlySet<string>, "has">,
  wordsFor: (placeholder: Placeholder, place: { before: string; after: string }) => string,
): string {
  return text.replace(PLACEHOLDER, (whole: string, reference: string, at: number) =>
    wordsFor(resolve(whole, reference, ids), {
      before: text.slice(0, at),
      after: text.slice(at + whole.length),
    }),
  );
}

/** True of a text that is one placeholder alone: it stands for that result itself. */
export const isOnePlaceholder = (text: string): boolean => ONE_PLACEHOLDER.test(text);

/** What a placeholder stands for as people read it: null where there is nothing at its path. */
export const placeholderValue = (value: Json, { path }: Placeholder): Json =>
  valueAt(value, pathSegments(path)) ?? null;

const OTHER_PLACEHOLDER =
  /\{\{\s*(?!results\.)((?:tasks|steps|outputs|task|step|output|result)\.)?([^{}]*?)\s*\}\}/g;

/**
 * The input with placeholders as they are meant: `{{a}}`, `{{a.output}}` and `{{tasks.a}}` stand for the result of a
 * task. Braces around a name that is not known are left alone, unless it is called a task.
 */
export function withCanonicalPlaceholders(input: Json, isTask: (id: string) => boolean): Json {
  return mapTexts(input, (text) =>
    text.replace(OTHER_PLACEHOLDER, (whole: string, called: string | undefined, reference: string) => {
      const { id, path, known: isKnown } = resolve(whole, reference, { has: isTask });
      if (!isKnown && (called === undefined || reference === "")) return whole;
      const [, ownPath = ""] = /^\.(?:output|outputs|result|value)(?![^.[])(.*)$/s.exec(path) ?? ["", path];
      return `{{results.${isKnown ? `${id}${ownPath}` : reference.replace(/\.(?:output|result)$/, "")}}}`;
    }),
  );
}

/** The input with renamed tasks in its placeholders; everything else unchanged. */
export function renamePlaceholders(
  input: Json,
  ids: ReadonlySet<string>,
  renamed: ReadonlyMap<string, string>,
): Json {
  return mapTexts(input, (text) =>
    text.replace(PLACEHOLDER, (whole: string, reference: string) => {
      const { id, path } = resolve(whole, reference, ids);
      const to = renamed.get(id);
      return to === undefined ? whole : `{{results.${to}${path}}}`;
    }),
  );
}

/**
 * One entry for each dependency, sorted by name, between data tags; a long one is cut and says so. Empty for a task
 * without dependencies. What placeholders have put into the input (`placed`) is named and not told again.
 */
export function upstreamBlock(
  dependsOn: readonly string[],
  upstream: Upstream,
  placed: readonly Placeholder[] = [],
): string {
  const ids = inNameOrder(dependsOn);
  const pathsOf = (id: string) => placed.filter((one) => one.known && one.id === id).map(({ path }) => path);
  const whole = ids.filter((id) => pathsOf(id).includes(""));
  const entries = ids
    .filter((id) => !whole.includes(id))
    .flatMap((id) => entry(id, upstream.get(id), pathsOf(id)) ?? []);
  const named = whole.length === 0 ? [] : [`(in the input, whole: ${whole.join(", ")})`];
  return [...entries, ...named].join("\n");
}

function entry(
  id: string,
  result: UpstreamResult | undefined,
  placed: readonly string[],
): string | undefined {
  if (result === undefined || "absent" in result) return absentData(id, result);
  const text = textOf(placed.reduce(withoutPart, result.value));
  if (text.length <= UPSTREAM_CHARS) return asData(id, "", text);
  const shown = text.slice(0, UPSTREAM_CHARS).replace(/[\uD800-\uDBFF]$/, "");
  return `${asData(id, "", shown)}\n(cut: ${shown.length} of ${text.length} characters)`;
}

const IN_THE_INPUT = "(in the input)";

/** The value with a sign in place of a part that stands elsewhere, where that is shorter. */
function withoutPart(value: Json, path: string): Json {
  const segments = pathSegments(path);
  const part = valueAt(value, segments);
  if (part === undefined || textOf(part).length <= IN_THE_INPUT.length) return value;
  return withValueAt(value, segments, IN_THE_INPUT);
}

function fill(placeholder: Placeholder, result: UpstreamResult | undefined): string | undefined {
  const { id, path } = placeholder;
  if (result === undefined) return undefined;
  if ("absent" in result) return result.absent === "skipped" ? absentData(id, result) : undefined;
  const value = valueAt(result.value, pathSegments(path));
  return value === undefined ? undefined : asData(id, path, textOf(value));
}

function absentData(id: string, result: { absent: string; reason: string } | undefined): string | undefined {
  return result && `${asData(id, "", "null")} (${result.absent}: ${result.reason})`;
}

function asData(id: string, path: string, text: string): string {
  // As in prompt blocks: a tag inside the data gets a backslash, so that no value can end its own data.
  const safe = text.replace(/<(\\*\/?result)/gi, "<\\$1");
  return `<result of=${JSON.stringify(`${id}${path}`)}>${safe}</result>`;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function resolve(whole: string, reference: string, ids: Pick<ReadonlySet<string>, "has">): Placeholder {
  const text = reference.trim();
  const unknown = { text: whole, id: text, known: false, path: "" };
  const [cut] = cutsAt(text, ids);
  if (cut === undefined && text.length > MAX_REFERENCE_CHARS) return unknown;
  if (cut === undefined) return { ...unknown, id: text.split(/[.[]/, 1).join("") };
  return { text: whole, id: text.slice(0, cut), known: true, path: text.slice(cut) };
}

/** Places at which a known id may end in a reference, the longest id first. */
function cutsAt(text: string, ids: Pick<ReadonlySet<string>, "has">): number[] {
  if (text.length > MAX_REFERENCE_CHARS) return [];
  const cuts = [text.length, ...[...text.matchAll(/[.[]/g)].map((match) => match.index).reverse()];
  return cuts.filter((at) => ids.has(text.slice(0, at)));
}

function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
