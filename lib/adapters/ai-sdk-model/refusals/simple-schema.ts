import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import { targetOf } from "@/lib/core/schema-reference";

/** Most that is read of a schema: references may unfold without end. */
const MAX_NODES = 1_000;
const MAX_DEPTH = 30;

/**
 * The schema of a tool's arguments in the words that every provider takes: type, properties, required, items, enum and
 * description. References are put in place, of alternatives stays what their objects have in common, else the first one;
 * what cannot be said so is left out (docs/models.md, "What a model does not take").
 */
export function simpleSchema(schema: JsonObject): JsonObject {
  const { description, properties = {}, required } = new Simplifier(schema).simple(schema, 0);
  return tidy({ type: "object", description, properties, required });
}

class Simplifier {
  readonly #root: JsonObject;
  #nodesLeft = MAX_NODES;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  simple(given: Json | undefined, depth: number): JsonObject {
    const node = this.#whole(given, 0);
    const type = typeOf(node);
    const description = typeof node.description === "string" ? node.description : undefined;
    const inner = (value: Json | undefined) => this.simple(value, depth + 1);
    if (this.#nodesLeft <= 0 || depth > MAX_DEPTH) return tidy({ type, description });
    if (type === "object") {
      const properties = Object.fromEntries(
        Object.entries(fieldsOf(node)).map(([key, field]) => [key, inner(field)]),
      );
      const required = namesIn(node.required).filter((key) => getOwn(properties, key) !== undefined);
      return tidy({ type, description, properties, required: required.length > 0 ? required : undefined });
    }
    if (type === "array") {
      const [first] = [...listOf(node.items), ...listOf(node.prefixItems)];
      return tidy({ type, description, items: inner(first) });
    }
    const values = valuesOf(node).filter((value) => type !== undefined && kindOf(value, type) === type);
    return tidy({ type, description, enum: values.length > 0 ? values : undefined });
  }

  /** The node with what it refers to and what it is composed of. */
  #whole(given: Json | undefined, depth: number): JsonObject {
    this.#nodesLeft -= 1;
    if (!isJsonObject(given) || depth > MAX_DEPTH || this.#nodesLeft <= 0) return {};
    const { $ref, allOf, anyOf, oneOf, ...node } = given;
    const read = (one: Json | undefined) => this.#whole(one, depth + 1);
    const parts = [targetOf($ref, this.#root), ...listOf(allOf)].map(read);
    const options = listOf(anyOf ?? oneOf)
      .map(read)
      .filter((option) => option.type !== "null" && Object.keys(option).length > 0);
    const areObjects = options.length > 1 && options.every((option) => typeOf(option) === "object");
    return [...parts, ...(areObjects ? [inCommon(options)] : options.slice(0, 1)), node].reduce(together, {});
  }
}

/** Joins what holds for both; the later one wins where both say the same thing. */
function together(first: JsonObject, second: JsonObject): JsonObject {
  const isObject = "properties" in first || "properties" in second;
  const required = [...namesIn(first.required), ...namesIn(second.required)];
  return {
    ...first,
    ...second,
    ...tidy({
      properties: isObject ? { ...fieldsOf(first), ...fieldsOf(second) } : undefined,
      required: required.length > 0 ? [...new Set(required)] : undefined,
    }),
  };
}

/** Objects of several forms: every field that one of them has; those are required that all of them want. */
function inCommon(options: readonly JsonObject[]): JsonObject {
  const [first = [], ...others] = options.map(({ required }) => namesIn(required));
  return {
    type: "object",
    properties: Object.fromEntries(options.flatMap((option) => Object.entries(fieldsOf(option)))),
    required: first.filter((key) => others.every((keys) => keys.includes(key))),
  };
}

/** The first kind that is said, or the one that the rest of the node tells. */
function typeOf(node: JsonObject): string | undefined {
  const named = namesIn(node.type).find((type) => type !== "null");
  if (named !== undefined) return named;
  if (node.properties !== undefined) return "object";
  if (node.items !== undefined || node.prefixItems !== undefined) return "array";
  const [kind, ...others] = new Set(valuesOf(node).map((value) => kindOf(value)));
  return others.length === 0 ? kind : undefined;
}

/** The kind of a plain value; a whole number is an integer too. */
function kindOf(value: Json, asked?: string): string | undefined {
  if (typeof value === "number") return asked === "integer" && Number.isInteger(value) ? asked : "number";
  return typeof value === "string" || typeof value === "boolean" ? typeof value : undefined;
}

/** The values that a node names; without null, which says that one may be left out. */
function valuesOf(node: JsonObject): Json[] {
  const values = "const" in node ? [node.const ?? null] : listOf(node.enum);
  return values.filter((value) => value !== null);
}

const fieldsOf = ({ properties }: JsonObject): JsonObject => (isJsonObject(properties) ? properties : {});

const listOf = (value: Json | undefined): Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

const namesIn = (value: Json | undefined): string[] => listOf(value).filter((one) => typeof one === "string");

const tidy = (fields: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
