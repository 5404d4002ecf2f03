import { isJsonObject, type Json } from "../json";
import { pathSegments, valueAt } from "../json-path";
import { placeholderParts } from "../plan/interpolate";
import { type Specific, specificsIn } from "./specifics";

/** How an end may speak against what later tasks assume (docs/engine.md, "Refinements"). */
export const SIGNS = ["ended_otherwise", "came_to_nothing", "part_missing", "other_value"] as const;
export type Sign = (typeof SIGNS)[number];

/** A task that has ended. */
type End = {
  id: string;
  /** It was skipped, or a person gave the result or accepted it against its checks. */
  isOtherwise: boolean;
  /** Absent where the result is too large to be looked at here. */
  value?: Json;
  /** The first characters of a result that is. */
  preview?: string;
};

const SHORT_CHARS = 300;
const NOTHING =
  /(?<![\p{L}\d.,])(?:0|no|none|nothing|never|not|kein\p{L}*|nicht|nichts|nie)(?![\p{L}\d.,]\d?)/iu;

/**
 * Whether what a task came to may contradict what these later tasks take for granted: by a rule that reads no meaning, so that
 * a model is asked only where something speaks for it. `known` is what people said themselves, by which no result is measured.
 */
export function signOf(end: End, later: readonly (readonly string[])[], known: string): Sign | undefined {
  if (later.length === 0) return;
  if (end.isOtherwise) return "ended_otherwise";
  if (end.value !== undefined && cameToNothing(end.value)) return "came_to_nothing";
  const texts = later.map((parts) => readTexts(parts, end.id));
  const { value } = end;
  if (value !== undefined && texts.some(({ paths }) => paths.some((path) => lacks(value, path))))
    return "part_missing";
  const given = { ...specificsOf(value ?? end.preview ?? ""), known: specificsIn(known) };
  return texts.some((text) => namesOther(text, given)) ? "other_value" : undefined;
}

const isNothing = (value: Json): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0) ||
  (isJsonObject(value) && Object.keys(value).length === 0);

/** Nothing, a part of its own that is nothing, or a few words of which one says so. */
function cameToNothing(value: Json): boolean {
  if (isNothing(value)) return true;
  if (isJsonObject(value)) return Object.values(value).some(isNothing);
  return typeof value === "string" && value.length <= SHORT_CHARS && NOTHING.test(value);
}

/** The own words of a later task, and which parts of the result it places; the path is empty where that is all of it. */
function readTexts(parts: readonly string[], id: string): { words: string; paths: string[] } {
  const ids = new Set([id]);
  const read = parts.flatMap((text) => placeholderParts(text, ids));
  return {
    words: read
      .filter((part) => typeof part === "string")
      .join("\n")
      .replace(/\{\{[^{}]*\}\}/g, ""),
    paths: read.flatMap((part) => (typeof part === "string" ? [] : part.path)),
  };
}

function lacks(value: Json, path: string): boolean {
  const part = valueAt(value, pathSegments(path));
  return part === undefined || isNothing(part);
}

type Given = { named: Specific[]; leaves: ReadonlySet<string>; known: Specific[] };

/** What a result names, in words and under its keys, and the texts and numbers that are values of their own. */
function specificsOf(value: Json): Omit<Given, "known"> {
  if (typeof value === "string") return { named: specificsIn(value), leaves: new Set() };
  const lines: string[] = [];
  const leaves = new Set<string>();
  const walk = (one: Json, key: string): void => {
    if (Array.isArray(one)) for (const item of one) walk(item, key);
    else if (isJsonObject(one)) for (const [name, item] of Object.entries(one)) walk(item, name);
    else if (typeof one === "string" || typeof one === "number") {
      lines.push(`${key}: ${one}`);
      leaves.add(String(one).toLowerCase());
    }
  };
  walk(value, "");
  return { named: lines.flatMap(specificsIn), leaves };
}

/**
 * The task says exactly what nobody has told it, and the result knows another of that kind. Where it is given the result, figures
 * of its own may be about something else: then only what identifies something counts.
 */
function namesOther(
  { words, paths }: ReturnType<typeof readTexts>,
  { named, leaves, known }: Given,
): boolean {
  const isKnown = ({ kind, value }: Specific) =>
    leaves.has(value) || known.some((one) => one.kind === kind && one.value === value);
  return specificsIn(words)
    .filter((one) => (one.isIdentifier || paths.length === 0) && !isKnown(one))
    .some(({ kind, value }) => named.some((one) => one.kind === kind && one.value !== value));
}
