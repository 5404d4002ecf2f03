import { RE2JS } from "re2js";
import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";
import { requiredNames } from "./required-names";
import type { McpTool } from "./types";

/** A schema that a server wrote as far as calls are held to it, and what of it they are not held to. */
type CheckableSchema = { schema: JsonObject; unchecked: string[] };

const MAX_UNCHECKED = 20;
const SHOWN_CHARS = 80;

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const SINGLE = new Set([
  ...["additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames"],
  ...["then", "unevaluatedItems", "unevaluatedProperties", "contentSchema"],
]);
const LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const MAPS = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"]);
const COUNTS = new Set([
  ...["maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength"],
  "minProperties",
]);
const BOUNDS = new Set(["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum"]);
/** What only describes: of another kind than the standard wants, it is left out without a word. */
const TEXTS = new Set(["$comment", "contentEncoding", "contentMediaType", "description", "format", "title"]);
const FLAGS = new Set(["deprecated", "readOnly", "writeOnly"]);
/** What lets pass less where something below it asks for less. */
const TURNED = ["contains", "else", "if", "not", "then", "unevaluatedItems", "unevaluatedProperties"];

/**
 * What of a foreign JSON Schema calls can be held to: drafts 4 to 2020-12 are read, each keyword for what it means there.
 * A part that nobody could check (a pattern that looks around, a reference to nothing, a type that does not exist) is
 * named and let go, and so is what would refuse more without it: the server itself checks its calls.
 */
export function checkableSchema(foreign: JsonObject): CheckableSchema {
  const first = createReader(foreign, false);
  const schema = first.read(foreign, "");
  if (first.unchecked.length === 0) return { schema, unchecked: [] };
  const second = createReader(foreign, true);
  return { schema: second.read(foreign, ""), unchecked: second.unchecked.slice(0, MAX_UNCHECKED) };
}

/** What calls of a tool are not held to, of its arguments and of its results, in words. */
export function uncheckedParts({
  inputSchema,
  outputSchema,
}: Pick<McpTool, "inputSchema" | "outputSchema">): string[] {
  const ofResult = outputSchema ? checkableSchema(outputSchema).unchecked : [];
  return [...checkableSchema(inputSchema).unchecked, ...ofResult.map((part) => `result: ${part}`)];
}

type Read = JsonObject | boolean;

function createReader(root: JsonObject, isLoosened: boolean) {
  const unchecked: string[] = [];
  const dialect = typeof root.$schema === "string" ? root.$schema : "";
  const isDraft7 = /draft-0[67]/.test(dialect);
  /** Until 2019 a reference stands for all that is beside it. */
  const isRefAlone = /draft-0[3-7]/.test(dialect);
  const ids = idsIn(root);
  const letGo = (path: string, key: string, why: string) => {
    unchecked.push(`${path === "" ? key : `${path}.${key}`} (${why})`);
  };

  function readAny(value: Json, path: string): Read {
    if (typeof value === "boolean") return value;
    if (isJsonObject(value)) return read(value, path);
    const [place, key] = splitLast(path);
    letGo(place, key, "no schema");
    return true;
  }

  function readMap(value: JsonObject, path: string): JsonObject {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, readAny(one, `${path}.${key}`)]),
    );
  }

  function read(schema: JsonObject, path: string): JsonObject {
    const out: [string, Json][] = [];
    const isAlone = isRefAlone && typeof schema.$ref === "string";
    for (const [key, value] of Object.entries(schema)) {
      if (isAlone && !BESIDE_REF.has(key)) continue;
      const place = path === "" ? key : `${path}.${key}`;
      if (isLoosened && TURNED.includes(key)) letGo(path, key, "it says what must not be");
      else if (SINGLE.has(key)) out.push(...readSingle(key, value, place, schema));
      else if (LISTS.has(key)) {
        if (Array.isArray(value) && value.length > 0)
          out.push([
            isLoosened && key === "oneOf" ? "anyOf" : key,
            value.map((one, index) => readAny(one, `${place}.${index}`)),
          ]);
        else letGo(path, key, "no list of schemas");
      } else if (MAPS.has(key)) {
        if (!isJsonObject(value)) letGo(path, key, "no object");
        else
          out.push([key, readMap(key === "patternProperties" ? usablePatterns(value, place) : value, place)]);
      } else out.push(...readPlain(key, value, path, schema));
    }
    return finished(out, schema);
  }

  function usablePatterns(value: JsonObject, path: string): JsonObject {
    return Object.fromEntries(
      Object.entries(value).filter(([pattern]) => {
        const ok = isLinear(pattern);
        if (!ok) letGo(path, shown(pattern), "the pattern cannot be run");
        return ok;
      }),
    );
  }

  /** `items` as a list, and what follows it, have other names since 2020-12. */
  function readSingle(key: string, value: Json, place: string, schema: JsonObject): [string, Json][] {
    if (key === "items" && Array.isArray(value)) {
      const parts = value.map((one, index) => readAny(one, `${place}.${index}`));
      if (parts.length === 0) return [];
      return [[isDraft7 ? "items" : "prefixItems", parts]];
    }
    if (key === "additionalItems" && !isDraft7)
      return Array.isArray(schema.items) ? [["items", readAny(value, place)]] : [];
    if (key === "additionalProperties" && hasLostPattern(schema)) return [];
    return [[key, readAny(value, place)]];
  }

  function readPlain(key: string, value: Json, path: string, schema: JsonObject): [string, Json][] {
    const wrong = (why: string): [] => {
      letGo(path, key, why);
      return [];
    };
    if (TEXTS.has(key)) return typeof value === "string" ? [[key, value]] : [];
    if (FLAGS.has(key)) return typeof value === "boolean" ? [[key, value]] : [];
    if (COUNTS.has(key)) return isCount(value) ? [[key, value]] : wrong("no whole number");
    if (BOUNDS.has(key)) return readBound(key, value, schema) ?? wrong("no number");
    switch (key) {
      case "$schema":
        return path === "" && isDraft7 ? [[key, DRAFT_7]] : [];
      case "id":
      case "$vocabulary":
      case "$recursiveAnchor":
        return [];
      case "$id":
        return typeof value === "string" && ids.has(value.replace(/#$/, "")) ? [[key, value]] : [];
      case "$anchor":
      case "$dynamicAnchor":
        return typeof value === "string" && ANCHOR.test(value) ? [[key, value]] : [];
      case "$ref":
      case "$dynamicRef":
      case "$recursiveRef": {
        const to = typeof value === "string" ? leadsTo(value, root, ids, isDraft7) : undefined;
        if (to === undefined) return wrong("it refers to nothing in this schema");
        return [[key === "$recursiveRef" ? "$ref" : key, to]];
      }
      case "type":
        return readType(value) ?? wrong(`no type of JSON: ${shown(JSON.stringify(value))}`);
      case "enum":
        return Array.isArray(value) && value.length > 0
          ? [[key, distinct(value)]]
          : wrong("no list of values");
      case "examples":
        return Array.isArray(value) ? [[key, value]] : [];
      case "pattern":
        if (typeof value === "string" && isLinear(value)) return [[key, value]];
        return wrong("the pattern cannot be run");
      case "multipleOf":
        return typeof value === "number" && value > 0 ? [[key, value]] : wrong("no number above 0");
      case "uniqueItems":
        return typeof value === "boolean" ? [[key, value]] : wrong("neither true nor false");
      case "required":
        // Draft 3, and much that is written by hand, says it of the property itself.
        if (typeof value === "boolean") return [];
        return isTextList(value) ? [[key, distinct(value)]] : wrong("no list of names");
      case "dependentRequired":
        return isJsonObject(value) && Object.values(value).every(isTextList)
          ? [[key, value]]
          : wrong("no lists of names");
      case "dependencies":
        if (!isJsonObject(value)) return wrong("no object");
        return [[key, mapValues(value, (one, name) => readDependency(one, `${pathOf(path, key)}.${name}`))]];
      case "nullable":
      case "$async":
      case "discriminator":
        return [];
      default:
        return [[key, value]];
    }
  }

  const readDependency = (value: Json, path: string): Json => {
    if (typeof value === "string") return [value];
    return isTextList(value) ? distinct(value) : readAny(value, path);
  };

  return { read, unchecked };
}

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const BESIDE_REF = new Set(["$ref", "$schema", "$defs", "definitions"]);
const ANCHOR = /^[A-Za-z_][-A-Za-z0-9._]*$/;
const pathOf = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);
const shown = (text: string) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
const isCount = (value: Json) => typeof value === "number" && Number.isInteger(value) && value >= 0;
const isTextList = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
const distinct = <T extends Json>(values: readonly T[]): T[] => [
  ...new Map(values.map((one) => [canonicalJson(one), one])).values(),
];
const mapValues = (value: JsonObject, of: (one: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, of(one, key)]));

function splitLast(path: string): [string, string] {
  const at = path.lastIndexOf(".");
  return at < 0 ? ["", path] : [path.slice(0, at), path.slice(at + 1)];
}

/** Draft 4 knows a bound that counts itself out by a flag beside it. */
function readBound(key: string, value: Json, schema: JsonObject): [string, Json][] | undefined {
  if (key.startsWith("exclusive")) {
    if (typeof value === "boolean") return [];
    return typeof value === "number" ? [[key, value]] : undefined;
  }
  if (typeof value !== "number") return undefined;
  const flag = key === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  return [[schema[flag] === true ? flag : key, value]];
}

function readType(value: Json): [string, Json][] | undefined {
  const named = Array.isArray(value) ? value : [value];
  if (named.length === 0 || !named.every((one) => typeof one === "string" && TYPES.has(one)))
    return undefined;
  return [["type", Array.isArray(value) ? distinct(named) : value]];
}

/** Says `required` of properties where their object says it, and `null` where OpenAPI's flag does. */
function finished(out: [string, Json][], schema: JsonObject): JsonObject {
  const read = Object.fromEntries(out);
  const names = requiredNames(schema);
  const required = Array.isArray(read.required) ? read.required : [];
  const whole = names.length === 0 ? read : { ...read, required: distinct([...required, ...names]) };
  if (schema.nullable !== true) return whole;
  const { $defs, definitions, ...rest } = whole;
  return {
    ...($defs !== undefined && { $defs }),
    ...($defs === undefined && definitions !== undefined && { definitions }),
    anyOf: [{ type: "null" }, rest],
  };
}

const hasLostPattern = ({ patternProperties }: JsonObject): boolean =>
  patternProperties !== undefined &&
  !(isJsonObject(patternProperties) && Object.keys(patternProperties).every(isLinear));

/** A pattern between slashes, as code writes it: no text has a beginning behind its first sign. */
const IN_SLASHES = /^\/\^|(?<!\\)\$\/[a-z]*$/;

/** Whether a pattern can be run in linear time, as those that look around, or back, cannot, and whether a text can have it. */
function isLinear(pattern: string): boolean {
  if (IN_SLASHES.test(pattern)) return false;
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return true;
  } catch {
    return false;
  }
}

/** Names of parts of a schema to which some reference in it leads; others would only turn what references mean. */
function idsIn(root: JsonObject): Set<string> {
  const named = new Set<string>();
  const wanted = new Set<string>();
  const left: Json[] = [root];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one !== "object" || one === null) continue;
    left.push(...Object.values(one));
    if (Array.isArray(one)) continue;
    for (const name of [one.$id, one.$anchor, one.$dynamicAnchor])
      if (typeof name === "string") named.add(name.replace(/#$/, ""));
    for (const ref of [one.$ref, one.$dynamicRef]) {
      const [address = "", place = ""] = typeof ref === "string" ? ref.split("#") : [];
      wanted.add(address === "" ? place : address);
    }
  }
  return new Set([...named].filter((name) => wanted.has(name)));
}

/** A reference as it is written for the schema that is checked; undefined for one that leads nowhere in it. */
function leadsTo(
  ref: string,
  root: JsonObject,
  ids: ReadonlySet<string>,
  isDraft7: boolean,
): string | undefined {
  if (ref === "#" || ref === "") return "#";
  const [address = "", place = ""] = ref.split("#");
  if (address !== "") return ids.has(address) ? ref : undefined;
  if (!place.startsWith("/")) return ids.has(place) ? ref : undefined;
  let at: Json | undefined = root;
  const parts = place.split("/").slice(1);
  const path = parts.map((part) => {
    const key = unescaped(part);
    const next: Json | undefined = stepInto(at, key);
    at = next;
    return key === "items" && Array.isArray(next) && !isDraft7 ? "prefixItems" : part;
  });
  return isJsonObject(at) || typeof at === "boolean" ? `#/${path.join("/")}` : undefined;
}

function stepInto(at: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(at)) return at[Number(key)];
  return isJsonObject(at) ? getOwn(at, key) : undefined;
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return part;
  }
}
