import { isJsonObject, type Json, type JsonObject } from "../json";

/** How one value of a form is asked for. Whatever has no field of its own is written as JSON. */
export type FieldKind = "text" | "number" | "integer" | "boolean" | "choice" | "date" | "json";

export type FormField = {
  /** Keys from the root of the value; `id` is the same as one text. */
  path: string[];
  id: string;
  label: string;
  help?: string;
  required: boolean;
  kind: FieldKind;
  /** For a choice: what may be chosen, of any type. */
  choices?: Json[];
  default?: Json;
  min?: number;
  max?: number;
};

/** Fields that belong together: an object inside the value, one level deep. */
export type FormGroup = Omit<FormField, "kind" | "choices" | "min" | "max"> & {
  kind: "group";
  fields: FormField[];
};

export type FormNode = FormField | FormGroup;

/**
 * The fields that a JSON Schema asks for, in its own order (docs/engine.md, "Forms"). A schema that is no object with
 * properties is one field for the whole value, with the empty path.
 */
export function readForm(schema: JsonObject): FormNode[] {
  if (!isJsonObject(schema.properties)) return [fieldOf(schema, [], true)];
  return entriesOf(schema, [], (one, path, required) =>
    isJsonObject(one.properties)
      ? { ...commonFields(one, path, required), kind: "group", fields: entriesOf(one, path, fieldOf) }
      : fieldOf(one, path, required),
  );
}

type Reader<Node> = (schema: JsonObject, path: string[], required: boolean) => Node;

function entriesOf<Node>(schema: JsonObject, path: string[], read: Reader<Node>): Node[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties as JsonObject).map(([key, one]) =>
    read(isJsonObject(one) ? one : {}, [...path, key], required.includes(key)),
  );
}

function fieldOf(schema: JsonObject, path: string[], required: boolean): FormField {
  const { minimum, maximum } = schema;
  const choices = choicesOf(schema);
  return {
    ...commonFields(schema, path, required),
    kind: choices ? "choice" : kindOf(schema),
    ...(choices && { choices }),
    ...(typeof minimum === "number" && { min: minimum }),
    ...(typeof maximum === "number" && { max: maximum }),
  };
}

function commonFields(
  { title, description, default: preset }: JsonObject,
  path: string[],
  required: boolean,
) {
  return {
    path,
    id: path.join("/"),
    label: typeof title === "string" && title !== "" ? title : (path.at(-1) ?? "Answer"),
    ...(typeof description === "string" && { help: description }),
    ...(preset !== undefined && { default: preset }),
    required,
  };
}

function choicesOf(schema: JsonObject): Json[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function kindOf({ type, format }: JsonObject): FieldKind {
  if (type === "string") return format === "date" ? "date" : "text";
  return type === "number" || type === "integer" || type === "boolean" ? type : "json";
}
