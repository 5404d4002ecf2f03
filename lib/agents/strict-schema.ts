import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { ModelRequest } from "@/lib/core/ports";
import { type Trajectory, wasAskedForForm } from "@/lib/core/trajectory";

/**
 * Schemas of structured answers: strict modes of providers take only closed objects that require every key, so what
 * does not apply is null.
 */
export function closed(properties: Record<string, JsonObject>): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export function orNull(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { type: "null" }] };
}

/**
 * The form of an answer that gives a result of this schema, or says why there can be none, as a request asks for it:
 * under a form without that way out a model has to make something up (docs/agents.md, "When a task cannot be done").
 * No form where the schema cannot stand inside another one.
 */
export function resultForm(schema: JsonObject): Pick<ModelRequest, "output"> {
  const { $schema: _dialect, $id: _id, $defs, definitions, ...result } = schema;
  if (!refersToDefinitions(schema)) return {};
  const form = closed({ result: orNull(result), cannot: orNull({ type: "string" }) });
  if ($defs !== undefined) form.$defs = $defs;
  if (definitions !== undefined) form.definitions = definitions;
  return { output: { name: "result", schema: form } };
}

/**
 * The structured output that a turn asks for. Beside tools, some providers would hold every turn to the form of the result,
 * so that no tool is ever called: there it is asked for once an answer was not in that form.
 */
export const structuredOutput = (
  schema: JsonObject | undefined,
  trajectory: Pick<Trajectory, "steps">,
  hasTools: boolean,
): Pick<ModelRequest, "output"> =>
  schema && (!hasTools || wasAskedForForm(trajectory)) ? resultForm(schema) : {};

/** Do all references of a schema name its definitions, so that they hold wherever the rest of it stands? */
function refersToDefinitions(value: Json): boolean {
  if (Array.isArray(value)) return value.every(refersToDefinitions);
  if (!isJsonObject(value)) return true;
  return Object.entries(value).every(([key, inner]) =>
    REFERENCES.has(key) && typeof inner === "string"
      ? /^#\/(?:\$defs|definitions)\//.test(inner)
      : refersToDefinitions(inner),
  );
}

const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);
