import {
  canonicalJson,
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonObject,
  losesDigits,
  MAX_JSON_DEPTH,
  readTypedJson,
} from "./json";
import { assignOwn, getOwn, setOwn } from "./own";
import { targetOf } from "./schema-reference";

/** What stands in each field, by its id; a text that is empty says nothing. */
type FormEntries = Readonly<Record<string, string>>;

/** The value that the fields say, or what is wrong with them, by their ids. */
type FormReading<Value> = { value: Value } | { problems: Record<string, string> };
type Read = { value: Json } | { problem: string } | "nothing";
const fieldsOf = (node: FormNode): FormField[] => (node.kind === "group" ? node.fields : [node]);

const NEEDED: Partial<Record<FormField["kind"], string>> = {
  boolean: "Choose yes or no.",
  choice: "Choose an option",
};

/** How one value of a form is asked for. Whatever has no field of its own is written as JSON. */
type FieldKind = "text" | "number" | "integer" | "boolean" | "choice" | "date" | "json";

/** Look of a field of a schema of ours (`look` in its metadata); what schemas of others say there counts for nothing. */
export type FieldLook = {
  as?: "switch" | "radio" | "secret" | "code";
  /** Tells apart the texts of a list. */
  list?: "lines" | "words";
  /** Its choices, which are texts, in their order and words; `""` is none of them. */
  names?: Readonly<Record<string, { label: string; help?: string }>>;
  /** Stands in the place of a value that is left out. */
  placeholder?: string;
  /** Units of the value in one of what people type: 1,000 for milliseconds typed as seconds. */
  scale?: number;
  /** Values of other fields, by id, with which this one is asked for. */
  when?: Readonly<Record<string, Json[]>>;
};

export type FormField = FieldLook & {
  /** Keys from the root of the value; `id` is the same as one text. */
  path: string[];
  id: string;
  label: string;
  help?: string;
  required: boolean;
  /** Empty is null; where the value may be left out, it is left out. */
  nullable?: true;
  kind: FieldKind;
  /** Of JSON: a text is allowed as well, and what is no JSON is one as it is typed. */
  orText?: true;
  /** For a choice: what may be chosen, of any type. */
  choices?: Json[];
  default?: Json;
  min?: number;
  max?: number;
  maxChars?: number;
  format?: string;
  isOurs?: true;
};

/** Fields that belong together: an object inside the value, one level deep. */
type FormGroup = Omit<FormField, "kind" | "choices" | "min" | "max" | "maxChars" | "format"> & {
  kind: "group";
  fields: FormField[];
};

export type FormNode = FormField | FormGroup;

/** Fields that together say a value of this type. */
export type FormOf<Value> = readonly FormNode[] & { readonly says?: Value };
type Reader<Node> = (schema: JsonObject, path: string[], required: boolean) => Node;

/**
 * The fields that a JSON Schema asks for, in its own order (docs/engine.md, "Forms"). A schema that is not an object with
 * properties is one field for the whole value, with the empty path. A schema of ours also says how its fields look.
 */
export function readForm(schema: JsonObject, isOurs = false): FormNode[] {
  if (!isJsonObject(schema.properties)) return [fieldOf(schema, [], true)];
  const entriesIn = <Node>(node: JsonObject, path: string[], read: Reader<Node>) =>
    entriesOf(node, path, (one, at, required) => {
      const field = read(unfolded(one, schema), at, required);
      return isOurs ? { ...field, ...(one.look as FieldLook), isOurs: true as const } : field;
    });
  return entriesIn<FormNode>(schema, [], (one, path, required) => {
    const { schema: plain, nullable } = withoutNull(one);
    if (!isJsonObject(plain.properties)) return fieldOf(one, path, required);
    const fields = entriesIn(plain, path, fieldOf);
    return { ...commonFields(plain, path, required, nullable), kind: "group", fields };
  });
}

/** References may lead to each other without end. */
const MAX_REFERENCES = 8;

/** A schema with what it refers to, and without what only holds one other: the form in which optional choices are often written. */
function unfolded(given: JsonObject, root: JsonObject, depth = 0): JsonObject {
  if (depth > MAX_REFERENCES) return given;
  const { $ref, allOf, ...node } = given;
  const inner =
    $ref === undefined
      ? Array.isArray(allOf) && allOf.length === 1
        ? allOf[0]
        : undefined
      : targetOf($ref, root);
  if (isJsonObject(inner)) return unfolded({ ...inner, ...node }, root, depth + 1);
  const branches = ["anyOf", "oneOf"].flatMap((key) => {
    const options = getOwn(given, key);
    return Array.isArray(options)
      ? [[key, options.map((one) => (isJsonObject(one) ? unfolded(one, root, depth + 1) : one))]]
      : [];
  });
  return branches.length === 0 ? given : { ...given, ...Object.fromEntries(branches) };
}

/** A schema without the null that it allows beside something else, in any of the ways in which that is written. */
function withoutNull(given: JsonObject): { schema: JsonObject; nullable: boolean } {
  const { nullable: mark, ...schema } = given;
  if (schema.type === "null" || schema.const === null)
    return { schema: { ...schema, const: null }, nullable: true };
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) {
    const read = branches.map((one) => withoutNull(isJsonObject(one) ? one : {}));
    const others = read.filter((one) => one.schema.const !== null);
    const { anyOf: _any, oneOf: _one, ...outer } = schema;
    const nullable = mark === true || read.some((one) => one.nullable);
    const choices = others.map((one) => choicesOf(one.schema));
    const [only] = others;
    if (only && others.length === 1) return { schema: { ...only.schema, ...outer }, nullable };
    if (others.length > 1 && choices.every((one) => one !== undefined))
      return { schema: { ...outer, enum: choices.flat() }, nullable };
    return { schema, nullable };
  }
  if (!Array.isArray(schema.type)) return plainEnum(schema, mark === true);
  const types = schema.type.filter((type) => type !== "null");
  const type = types.length === 1 ? (types[0] as Json) : types;
  return plainEnum({ ...schema, type }, mark === true || types.length < schema.type.length);
}

/** Among the choices of what may be null, null is the empty one. */
const plainEnum = (schema: JsonObject, nullable: boolean) => ({
  schema:
    nullable && Array.isArray(schema.enum)
      ? { ...schema, enum: schema.enum.filter((one) => one !== null) }
      : schema,
  nullable,
});

function entriesOf<Node>(schema: JsonObject, path: string[], read: Reader<Node>): Node[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as JsonObject).map(([key, one]) =>
    read(isJsonObject(one) ? one : {}, [...path, key], required.includes(key)),
  );
}

function fieldOf(given: JsonObject, path: string[], required: boolean): FormField {
  const { schema, nullable } = withoutNull(given);
  const { minimum, maximum, maxLength, format } = schema;
  const choices = choicesOf(schema);
  return {
    ...commonFields(schema, path, required, nullable),
    kind: choices ? "choice" : kindOf(schema),
    ...(!choices && kindOf(schema) === "json" && allowsText(schema) && { orText: true as const }),
    ...(choices && { choices }),
    ...(typeof minimum === "number" && { min: minimum }),
    ...(typeof maximum === "number" && { max: maximum }),
    ...(typeof maxLength === "number" && { maxChars: maxLength }),
    ...(typeof format === "string" && { format }),
  };
}

function commonFields(
  { title, description, default: preset }: JsonObject,
  path: string[],
  required: boolean,
  nullable: boolean,
) {
  return {
    path,
    id: path.join("/"),
    label: typeof title === "string" && title !== "" ? title : (path.at(-1) ?? "Answer"),
    ...(typeof description === "string" && { help: description }),
    ...(preset !== undefined && { default: preset }),
    required,
    ...(nullable && { nullable: true as const }),
  };
}

function choicesOf(schema: JsonObject): Json[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** May a value be a text, beside others: as one of several types, or where nothing is said of its type? */
function allowsText({ type, anyOf, oneOf, ...schema }: JsonObject): boolean {
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return branches.some((one) => isJsonObject(one) && allowsText(one));
  if (type !== undefined) return type === "string" || (Array.isArray(type) && type.includes("string"));
  return Object.keys(schema).every((key) => ["title", "description", "default", "examples"].includes(key));
}

function kindOf({ type, format }: JsonObject): FieldKind {
  if (type === "string") return format === "date" ? "date" : "text";
  return type === "number" || type === "integer" || type === "boolean" ? type : "json";
}

/** The fields filled in from a value that fits them, else from the schema's defaults. */
export function formEntries(nodes: readonly FormNode[], value: Json | undefined): Record<string, string> {
  const fields = nodes.flatMap(fieldsOf);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const known = valueAt(value, field.path) ?? field.default;
      const text = known === undefined ? "" : textOf(field, known);
      return text === "" ? [] : [[field.id, text]];
    }),
  );
}

/**
 * Reads the fields; every value keeps the type that its field asks for (docs/engine.md, "Forms"). Where a null stood in
 * `before`, a field that is empty keeps it.
 */
export function readEntries<Value = Json>(
  nodes: FormOf<Value>,
  entries: FormEntries,
  before?: Json,
): FormReading<Value> {
  const problems: Record<string, string> = {};
  const value: JsonObject = {};
  for (const node of nodes.filter((one) => isAskedFor(one, entries))) {
    const inside: JsonObject = {};
    // A group that may be left out asks for nothing until something stands in it.
    const omitted =
      node.kind === "group" && !node.required && node.fields.every(({ id }) => !getOwn(entries, id)?.trim());
    const isEmptyGroup = node.kind === "group" && node.fields.every(({ id }) => !getOwn(entries, id)?.trim());
    if (isEmptyGroup && node.nullable && (node.required || valueAt(before, node.path) === null)) {
      setOwn(value, node.path.at(-1) as string, null);
      continue;
    }
    for (const field of omitted ? [] : fieldsOf(node).filter((one) => isAskedFor(one, entries))) {
      const read = readField(field, getOwn(entries, field.id) ?? "", valueAt(before, field.path) === null);
      if (read === "nothing") continue;
      if ("problem" in read) setOwn(problems, field.id, read.problem);
      else if (field.path.length === 0) return read as { value: Value };
      else setOwn(inside, field.path.at(-1) as string, read.value);
    }
    if (node.kind !== "group") assignOwn(value, inside);
    else if (!omitted) setOwn(value, node.path.at(-1) as string, inside);
  }
  // The fields are those of a schema of this type.
  return Object.keys(problems).length > 0 ? { problems } : { value: value as Value };
}

/** Tells whether what other fields hold has this one asked for. */
export const isAskedFor = ({ when = {} }: FieldLook, entries: FormEntries): boolean =>
  Object.entries(when).every(([id, values]) =>
    values.some((one) => canonicalJson(one) === getOwn(entries, id)),
  );

function readField(field: FormField, text: string, wasNull: boolean): Read {
  if (text.trim() === "") {
    if (field.nullable && (field.required || wasNull)) return { value: null };
    return field.required ? { problem: NEEDED[field.kind] ?? "Required" } : "nothing";
  }
  switch (field.kind) {
    case "text":
      return { value: field.isOurs && field.as !== "secret" ? text.trim() : text };
    case "number":
    case "integer":
      return readNumber(field, text.trim());
    case "boolean":
      return text === "true" || text === "false"
        ? { value: text === "true" }
        : { problem: NEEDED.boolean as string };
    case "date":
      return isDate(text.trim()) ? { value: text.trim() } : { problem: "Enter a date as YYYY-MM-DD" };
    case "choice": {
      const chosen = (field.choices as Json[]).find((one) => canonicalJson(one) === text);
      return chosen === undefined ? { problem: "Choose an option" } : { value: chosen };
    }
    case "json": {
      if (field.list) return { value: partsOf(text, field.list) };
      const read = readJson(text);
      return field.orText && "problem" in read && !/^\s*[[{"]/.test(text) ? { value: text } : read;
    }
  }
}

const partsOf = (text: string, list: "lines" | "words"): string[] =>
  text.split(list === "lines" ? "\n" : /[\s,;]+/).filter((part) => part !== "");

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const COMMA_DECIMAL = /^([+-]?\d+),(\d+)$/;

/** A decimal comma counts where it cannot separate thousands. */
function readNumber({ kind, min, max, scale = 1 }: FormField, typed: string): Read {
  const [, whole = "", part = ""] = COMMA_DECIMAL.exec(typed) ?? [];
  const separates = part.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
  if (separates) return { problem: `Write ${whole}${part} or ${whole}.${part}: the comma can mean either` };
  const text = part === "" ? typed : `${whole}.${part}`;
  if (!DECIMAL.test(text))
    return { problem: /\d[,.' ]\d/.test(typed) ? "Enter the number without separators" : "Enter a number" };
  if (losesDigits(text)) return { problem: "Has more digits than a number keeps" };
  const scaled = scale === 1 ? Number(text) : withoutNoise(Number(text) * scale);
  const value = kind === "integer" && scale > 1 ? Math.round(scaled) : scaled;
  if (kind === "integer" && !Number.isInteger(value)) return { problem: "Enter a whole number" };
  if (min !== undefined && value < min) return { problem: `Must be at least ${withoutNoise(min / scale)}` };
  if (max !== undefined && value > max) return { problem: `Must be at most ${withoutNoise(max / scale)}` };
  return { value };
}

/** Without the last digits, which scaling makes up: 0.7 for 70 * 0.01. */
const withoutNoise = (value: number): number => Number(value.toPrecision(14));

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1];
  return days !== undefined && d >= 1 && d <= days;
}

function readJson(text: string): Exclude<Read, "nothing"> {
  const read = readTypedJson(text);
  if ("problem" in read) return { problem: read.problem };
  return isDeeperThan(read.value, MAX_JSON_DEPTH) ? { problem: "Enter valid JSON" } : read;
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => (isJsonObject(at) ? getOwn(at, key) : undefined), value);
}

/** A value as its field holds it; empty where it is not of the field's type. */
function textOf({ kind, choices = [], scale = 1, list }: FormField, value: Json): string {
  if (list) return Array.isArray(value) ? value.join(list === "lines" ? "\n" : ", ") : "";
  if (kind === "json") return JSON.stringify(value, null, 2);
  if (kind === "choice") {
    const text = canonicalJson(value);
    return choices.some((one) => canonicalJson(one) === text) ? text : "";
  }
  const wanted = kind === "text" || kind === "date" ? "string" : kind === "boolean" ? "boolean" : "number";
  if (typeof value === "number" && wanted === "number" && scale !== 1)
    return String(withoutNoise(value / scale));
  return typeof value === wanted ? String(value) : "";
}
