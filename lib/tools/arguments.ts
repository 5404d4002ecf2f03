import { isJsonObject, type Json, type JsonObject } from "@/lib/core/json";
import type { Schemas } from "@/lib/core/ports";
import { propertiesOf } from "./schemas";
import { suggest } from "./suggest";

/**
 * Why these arguments do not fit, in words an agent can act on: what is wrong, which key was probably meant, and
 * what the tool takes. Undefined when they fit.
 */
export function argumentProblem(
  tool: { name: string; inputSchema: JsonObject },
  args: Json,
  schemas: Schemas,
): string | undefined {
  const mismatches = schemas.mismatches(tool.inputSchema, args);
  if (mismatches.length === 0) return;
  const expected = expectation(tool.inputSchema);
  if (!isJsonObject(args)) return `${tool.name} takes its arguments as one JSON object. ${expected}`;
  const hints = renames(tool.inputSchema, args).map(
    ([wrong, right]) => `Did you mean "${right}" instead of "${wrong}"?`,
  );
  return [`${tool.name} cannot run with these arguments: ${mismatches.join("; ")}.`, ...hints, expected].join(
    " ",
  );
}

/** Unknown keys beside the declared and still unused key that each resembles. */
function renames(schema: JsonObject, args: JsonObject): [string, string][] {
  const declared = propertiesOf(schema);
  const free = [...declared.keys()].filter((key) => !(key in args));
  return Object.keys(args)
    .filter((key) => !declared.has(key))
    .flatMap((key): [string, string][] => {
      const meant = suggest(key, free);
      return meant === undefined ? [] : [[key, meant]];
    });
}

function expectation(schema: JsonObject): string {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const keys = [...propertiesOf(schema)].map(
    ([key, property]) => `${key}${required.includes(key) ? "" : "?"} (${typeName(property)})`,
  );
  return keys.length === 0 ? "It takes no arguments: {}." : `It takes: ${keys.join(", ")}.`;
}

function typeName(property: JsonObject): string {
  if (Array.isArray(property.enum)) return property.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(property.type)) return property.type.join(" | ");
  return typeof property.type === "string" ? property.type : "any value";
}
