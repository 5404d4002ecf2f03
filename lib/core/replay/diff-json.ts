import { isJsonObject, type Json } from "../json";
import { getOwn } from "../own";

/** More differences than these are not listed. */
export const MAX_DIFFERENCES = 100;

/** One place where two values differ; a side without it has nothing there. */
export type Difference = { path: string; original?: Json; replayed?: Json };
export type JsonDifferences = { differences: Difference[]; truncated: boolean };

/** A path as it is followed; null stands for any key or index. */
type Pattern = readonly (string | null)[];

const PLAIN_KEY = /^[^.[\]"*$\s][^.[\]"\s]*$/;
const PART = /\.?(?:([^.[\]"]+)|\[(\d+|\*)\]|\[("(?:[^"\\]|\\.)*")\])/y;

/**
 * A place in a value as people read it: `items.0.name`, with keys that hold dots, brackets or spaces as `["a.b"]`; `$` is
 * the value itself.
 */
export function formatPath(segments: readonly string[]): string {
  const text = segments
    .map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join("")
    .replace(/^\./, "");
  return text === "" ? "$" : text;
}

/** Reads a path, with `*` for any key or index; undefined for a text that is none. */
export function readPath(path: string): Pattern | undefined {
  const text = path.trim().replace(/^\$(?=$|[.[])/, "");
  const pattern: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const [whole, key = undefined, index = undefined, quoted = undefined] = PART.exec(text) ?? [];
    const segment = key ?? index ?? unquoted(quoted);
    if (whole === undefined || segment === undefined) return undefined;
    pattern.push(segment === "*" && quoted === undefined ? null : segment);
    at += whole.length;
  }
  return path.trim() === "" ? undefined : pattern;
}

function unquoted(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** Whether one of these paths leaves out the whole value. */
export const ignoresAll = (ignore: readonly string[]): boolean =>
  ignore.some((path) => readPath(path)?.length === 0);

/**
 * Where two values differ, in the order of the original and at most 100 places (docs/replay.md, "Differences"). What
 * stands at or below an ignored path is not compared.
 */
export function diffJson(
  original: Json,
  replayed: Json,
  { ignore = [] }: { ignore?: readonly string[] } = {},
): JsonDifferences {
  const differences: Difference[] = [];
  let truncated = false;

  function walk(a: Json | undefined, b: Json | undefined, path: readonly string[], ignored: Pattern[]): void {
    if (truncated || a === b || ignored.some(({ length }) => length === path.length)) return;
    const keys = keysOfBoth(a, b);
    if (!keys) return note({ path: formatPath(path), ...side("original", a), ...side("replayed", b) });
    for (const key of keys) {
      const below = ignored.filter((pattern) => fits(pattern[path.length], key));
      walk(at(a, key), at(b, key), [...path, key], below);
    }
  }

  function note(difference: Difference): void {
    if (differences.length < MAX_DIFFERENCES) differences.push(difference);
    else truncated = true;
  }

  const patterns = ignore.flatMap((path) => {
    const pattern = readPath(path);
    return pattern ? [pattern] : [];
  });
  walk(original, replayed, [], patterns);
  return { differences, truncated };
}

const side = (name: "original" | "replayed", value: Json | undefined) =>
  value === undefined ? {} : { [name]: value };

const fits = (segment: string | null | undefined, key: string): boolean =>
  segment === null || segment === key;

/** The keys or indexes of two values of the same kind; undefined where they are compared as they are. */
function keysOfBoth(a: Json | undefined, b: Json | undefined): string[] | undefined {
  if (Array.isArray(a) && Array.isArray(b))
    return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => String(index));
  if (!isJsonObject(a) || !isJsonObject(b)) return undefined;
  return [...Object.keys(a), ...Object.keys(b).filter((key) => !Object.hasOwn(a, key))];
}

/** Both values are containers of one kind here. */
function at(value: Json | undefined, key: string): Json | undefined {
  const held = value as Record<string, Json>;
  return getOwn(held, key);
}
