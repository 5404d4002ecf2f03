import { isJsonObject, isKeptNumber, type Json, type JsonObject } from "../json";
import { getOwn } from "../own";
import { asFlag, spelling } from "../plan/read/fields";

/** Fitting a value to a JSON Schema where models write the same thing in another form. */

export type Coerced = {
  value: Json;
  /** What was put right: "needReplan: \"no\" is false". */
  coerced: string[];
  /** What does not fit, with its path. */
  problems: string[];
};

/** The value as the schema wants it. Only the form of what stands there changes: nothing is made up. */
export function coerce(value: Json, schema: Json | undefined, path = ""): Coerced {
  if (!isJsonObject(schema)) return fits(value);
  const options = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (options) return firstFitting(value, options, path);
  if (Array.isArray(schema.enum)) return oneOf(value, schema.enum, path);
  const types = [schema.type ?? []].flat();
  if (types.length > 1)
    return firstFitting(
      value,
      types.map((type) => ({ ...schema, type })),
      path,
    );
  switch (types[0]) {
    case "object":
      return isJsonObject(value) ? members(value, schema, path) : misfit(value, "an object", path);
    case "array":
      return items(value, schema, path);
    case "boolean":
      return as(value, asFlag(value), "true or false", path);
    case "number":
    case "integer":
      return number(value, schema, path);
    case "string":
      return as(
        value,
        typeof value === "number" || typeof value === "boolean" ? String(value) : value,
        "a text",
        path,
        isText,
      );
    case "null":
      return value === null ? fits(value) : misfit(value, "null", path);
    default:
      return fits(value);
  }
}

const fits = (value: Json): Coerced => ({ value, coerced: [], problems: [] });
const isText = (value: Json | undefined): boolean => typeof value === "string";
const at = (path: string): string => (path === "" ? "the answer" : path);

function misfit(value: Json, wanted: string, path: string): Coerced {
  return { value, coerced: [], problems: [`${at(path)}: ${shown(value)} is not ${wanted}`] };
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function as(
  value: Json,
  made: Json | undefined,
  wanted: string,
  path: string,
  is: (made: Json | undefined) => boolean = (one) => one !== undefined,
): Coerced {
  if (!is(made) || made === undefined) return misfit(value, wanted, path);
  if (made === value) return fits(value);
  return { value: made, coerced: [`${at(path)}: ${shown(value)} is ${shown(made)}`], problems: [] };
}

function firstFitting(value: Json, options: readonly Json[], path: string): Coerced {
  const tried = options.map((option) => coerce(value, option, path));
  const fitting = tried.filter(({ problems }) => problems.length === 0);
  const exact = fitting.find(({ coerced }) => coerced.length === 0);
  return exact ?? fitting[0] ?? tried[0] ?? fits(value);
}

function oneOf(value: Json, words: readonly Json[], path: string): Coerced {
  const same = words.find((word) => word === value);
  if (same !== undefined) return fits(value);
  const wanted = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  const alike = words.find((word) => typeof word === "string" && word.toLowerCase() === wanted);
  return as(value, alike, `one of ${words.map(String).join(", ")}`, path);
}

/** Numbers as texts: "0.82", "0,75", "94.3 %"; of a share also "8/10" and "80 %". */
function number(value: Json, schema: JsonObject, path: string): Coerced {
  const wanted = schema.type === "integer" ? "a whole number" : "a number";
  const isKept = typeof value === "string" && isKeptNumber(value);
  const made = typeof value === "string" ? numberIn(value, schema.maximum === 1) : value;
  if (typeof made !== "number" || !Number.isFinite(made)) return misfit(value, wanted, path);
  if (schema.type === "integer" && !Number.isInteger(made)) return misfit(value, wanted, path);
  const { minimum, maximum } = schema;
  const [least, most] = [minimum, maximum].map((bound) => (typeof bound === "number" ? bound : undefined));
  const outside = (least !== undefined && made < least) || (most !== undefined && made > most);
  if (outside) return misfit(value, boundsText(least, most), path);
  return isKept ? fits(value) : as(value, made, wanted, path);
}

function boundsText(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`;
  return most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
}

/** The number that a text says; `share`: it is one from 0 to 1. */
export function numberIn(text: string, share: boolean): number | undefined {
  const [, digits, of, percent] =
    /^[\s*_`]*([+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?)\s*(?:(?:\/|out of|of|von)\s*(\d+(?:[.,]\d+)?))?\s*(%)?[\s*_`.]*$/i.exec(
      text,
    ) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replace(",", "."));
  if (of !== undefined) return share ? value / Number(of.replace(",", ".")) : undefined;
  return percent !== undefined && share ? value / 100 : value;
}

function items(value: Json, schema: JsonObject, path: string): Coerced {
  if (!Array.isArray(value)) {
    if (typeof value !== "string" || value.trim() === "") return misfit(value, "a list", path);
    const only = items([value], schema, path);
    return { ...only, coerced: [...only.coerced, `${at(path)}: one item is a list`] };
  }
  const list = value;
  const read = list.map((item, index) => coerce(item, schema.items, `${path}[${index}]`));
  return gathered(
    read,
    read.map((one) => one.value),
  );
}

function members(value: JsonObject, schema: JsonObject, path: string): Coerced {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const read = Object.entries(value).map(([written, item]) => {
    const key = keyOf(written, value, properties);
    const inside = path === "" ? key : `${path}.${key}`;
    return [
      key,
      Object.hasOwn(properties, key) ? coerce(item, getOwn(properties, key), inside) : fits(item),
    ] as const;
  });
  const missing = (Array.isArray(schema.required) ? schema.required : [])
    .filter((key) => !read.some(([name]) => name === key))
    .map((key) => `${at(path)} has no ${String(key)}`);
  const all = gathered(
    read.map(([, one]) => one),
    Object.fromEntries(read.map(([key, one]) => [key, one.value])),
  );
  return { ...all, problems: [...missing, ...all.problems] };
}

/** The schema's key for one that is written in another case or with other separators. */
function keyOf(written: string, value: JsonObject, properties: JsonObject): string {
  if (Object.hasOwn(properties, written)) return written;
  const same = Object.keys(properties).filter((key) => spelling(key) === spelling(written));
  const [key] = same;
  return key !== undefined && same.length === 1 && !Object.hasOwn(value, key) ? key : written;
}

function gathered(parts: readonly Coerced[], value: Json): Coerced {
  return {
    value,
    coerced: parts.flatMap(({ coerced }) => coerced),
    problems: parts.flatMap(({ problems }) => problems),
  };
}
