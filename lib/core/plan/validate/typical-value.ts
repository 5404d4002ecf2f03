import { isJsonObject, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";

const MAX_DEPTH = 8;

/** How one typical value differs from another: in its plain values, in how many items lists have, in what it is of several things. */
type Kind = { plain: Record<string, Json>; items: number; of: 0 | -1 };

const plainValues = (string: string, number: number, integer: number, boolean: boolean) => ({
  plain: { string, number, integer, boolean, null: null },
});
const FIRST: Kind = { ...plainValues("text", 1, 1, true), items: 1, of: 0 };
const KINDS: readonly Kind[] = [
  FIRST,
  { ...plainValues("12", 250, 250, false), items: 2, of: -1 },
  { ...plainValues("2026-01-31", 0.5, 0, true), items: 3, of: -1 },
];

/** A value of the form that a schema asks for, every field there and every list with one item; undefined where it does not say. */
export const typicalValue = (schema: Json | undefined): Json | undefined => valueAs(schema, FIRST, 0);

/** Values of that form that have no more in common than it says. */
export const typicalValues = (schema: Json | undefined): Json[] =>
  KINDS.flatMap((kind) => valueAs(schema, kind, 0) ?? []);

function valueAs(schema: Json | undefined, kind: Kind, depth: number): Json | undefined {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return undefined;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.at(kind.of);
  const branches = [schema.anyOf, schema.oneOf].find((one) => Array.isArray(one));
  if (Array.isArray(branches)) return valueAs(branches.at(kind.of), kind, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type.at(kind.of) : schema.type;
  if (type === "object" || isJsonObject(schema.properties)) return objectAs(schema, kind, depth);
  if (type === "array") {
    const item = valueAs(schema.items, kind, depth + 1);
    return item === undefined ? [] : Array.from({ length: kind.items }, () => item);
  }
  return typeof type === "string" ? getOwn(kind.plain, type) : undefined;
}

function objectAs({ properties }: JsonObject, kind: Kind, depth: number): JsonObject {
  const fields = Object.entries(isJsonObject(properties) ? properties : {});
  return Object.fromEntries(
    fields.flatMap(([key, field]): [string, Json][] => {
      const value = valueAs(field, kind, depth + 1);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/**
 * A value of the form that words sketch, as in "Answer JSON {departments: [{name, amount: number}], total}"; what has no
 * type there is null. Undefined where they sketch none.
 */
export function sketchedValue(words: string): JsonObject | undefined {
  const rest = { text: words, at: 0 };
  for (const { index } of words.matchAll(SKETCH)) {
    // What stands within one that was no sketch is none either.
    if (index < rest.at) continue;
    rest.at = index;
    const value = readObject(rest, 0);
    if (value !== undefined && Object.keys(value).length > 0) return value;
  }
  return undefined;
}

/** A brace before a name; two are a placeholder. */
const SKETCH = /(?<!\{)\{(?=\s*["'\p{L}_])/gu;
const KEY = /\s*["']?([\p{L}_][\p{L}\p{N}_-]*)["']?\??\s*(:?)/uy;
const TYPE = /\s*([^,[\]{}]*)/uy;
const TYPES: readonly [RegExp, Json][] = [
  [/^(?:number|integer|int|float|decimal)\b/i, 1],
  [/^(?:string|text)\b/i, "text"],
  [/^bool/i, true],
];

type Rest = { text: string; at: number };

function readObject(rest: Rest, depth: number): JsonObject | undefined {
  if (depth > MAX_DEPTH) {
    rest.at = rest.text.length;
    return undefined;
  }
  const entries: [string, Json][] = [];
  rest.at += 1;
  do {
    const [, key, typed] = take(KEY, rest) ?? [];
    if (key === undefined) return undefined;
    const value = typed ? readValue(rest, depth) : null;
    if (value === undefined) return undefined;
    entries.push([key, value]);
  } while (takeSign(",", rest));
  return takeSign("}", rest) ? Object.fromEntries(entries) : undefined;
}

function readValue(rest: Rest, depth: number): Json | undefined {
  if (takeSign("[", rest)) {
    const item = readValue(rest, depth + 1);
    return item !== undefined && takeSign("]", rest) ? [item] : undefined;
  }
  take(/\s*/uy, rest);
  if (rest.text[rest.at] === "{") return readObject(rest, depth + 1);
  const word = take(TYPE, rest)?.[1] ?? "";
  return TYPES.find(([type]) => type.test(word))?.[1] ?? null;
}

function take(what: RegExp, rest: Rest): RegExpExecArray | null {
  what.lastIndex = rest.at;
  const found = what.exec(rest.text);
  if (found) rest.at = what.lastIndex;
  return found;
}

function takeSign(sign: string, rest: Rest): boolean {
  take(/\s*/uy, rest);
  if (rest.text[rest.at] !== sign) return false;
  rest.at += 1;
  return true;
}
