import { argumentWords } from "@/lib/core/describe/arguments";
import { formatMismatches } from "@/lib/core/describe/replays/mismatches";
import {
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonObject,
  MAX_JSON_DEPTH,
  withNumbers,
} from "@/lib/core/json";
import { json } from "@/lib/core/json-schemas";
import { absentMcpTool, checkableSchema } from "@/lib/core/mcp";
import type { Mismatch, Schemas, ToolFacts, ToolResult, Tools } from "@/lib/core/ports";
import { suggest } from "@/lib/core/suggest";
import type { ToolDescriptor } from "./descriptor";
import { failure, runCall } from "./run-call";
import { createSchemas, propertiesOf } from "./schemas";

/** Serves tools from their descriptors. Throws when two have the same name. */
export function createToolbox(descriptors: ToolDescriptor[], schemas: Schemas = createSchemas()): Tools {
  const byName = new Map(descriptors.map((tool) => [tool.name, tool]));
  if (byName.size < descriptors.length) throw new Error("Two tools have the same name");
  const facts = new Map(descriptors.map((tool) => [tool.name, factsOf(tool)]));

  function checkArguments(name: string, args: Json): string | undefined {
    const tool = byName.get(name);
    if (!tool) return unknownTool(name, byName.keys());
    if (isDeeperThan(args, MAX_JSON_DEPTH)) return `${name} takes no arguments nested as deeply as these.`;
    return argumentProblem(tool, args, schemas);
  }

  return {
    list: () => [...facts.values()],
    find: (name) => facts.get(name),
    checkArguments,
    summarize: (name, args) => summaryOf(byName.get(name), args),
    async run(name, args, context) {
      const tool = byName.get(name);
      if (!tool) return failure("unknown_tool", unknownTool(name, byName.keys()));
      const problem = checkArguments(name, args);
      if (problem !== undefined || !isJsonObject(args)) return failure("invalid_arguments", problem ?? name);
      const result = await runCall(tool, sentArguments(tool, args, schemas), context);
      if (result.ok) {
        const passing = tool.passing?.(result.output);
        const checked = checkOutput(tool, result.output, schemas);
        return passing && checked.ok ? { ...checked, passing } : checked;
      }
      return result.code === "paused" ? checkForm(name, result, schemas) : result;
    },
  };
}

function factsOf(tool: ToolDescriptor): ToolFacts {
  const { name, description, inputSchema, outputSchema, tags, sideEffects, idempotent, timeoutMs } = tool;
  const repeatable = tool.repeatable ?? false;
  const { definition, callDefinition, changedParts, costHint } = tool;
  return {
    name,
    description,
    inputSchema,
    tags,
    sideEffects,
    idempotent,
    repeatable,
    timeoutMs,
    ...(outputSchema && { outputSchema }),
    ...(costHint !== undefined && { costHint }),
    ...(definition !== undefined && { definition }),
    ...(callDefinition !== undefined && { callDefinition }),
    ...(changedParts && { changedParts }),
  };
}

/**
 * What a tool answered is handed over whatever its schema says: the call has been made, and one who does not hear of it makes
 * it again. A mismatch stands beside it, or in its place where it cannot be kept.
 */
function checkOutput(tool: ToolDescriptor, output: Json, schemas: Schemas): ToolResult {
  const beside = (result: Json, words: string): ToolResult => {
    const mismatch = `${tool.name} was carried out, ${words}.`;
    return { ok: true, output: { result, mismatch } };
  };
  const lost = (why: string) => beside(null, `but its result cannot be kept: it ${why}`);
  if (!json.safeParse(output).success) return lost("is no JSON value");
  if (isDeeperThan(output, MAX_JSON_DEPTH)) return lost("is nested too deeply");
  const part = tool.schemaPart?.(output) ?? output;
  const mismatches = tool.outputSchema ? foreignMismatches(tool.outputSchema, part, schemas) : [];
  if (mismatches.length === 0) return { ok: true, output };
  return beside(
    output,
    `and answered otherwise than its output schema says: ${formatMismatches(mismatches)}`,
  );
}

const checkable = new WeakMap<JsonObject, JsonObject>();

function knownSchema(schema: JsonObject): JsonObject {
  const known = checkable.get(schema) ?? checkableSchema(schema).schema;
  checkable.set(schema, known);
  return known;
}

/** What of a value does not fit a schema that a tool's server may have written: what cannot be checked of that is left to it. */
function foreignMismatches(schema: JsonObject, value: Json, schemas: Schemas): Mismatch[] {
  const known = knownSchema(schema);
  return schemas.mismatches(known, value).filter(({ unusable }) => !unusable);
}

/** The arguments as a tool takes them: where they leave as JSON, each number that its schema wants with all its digits. */
function sentArguments({ sendsJson, inputSchema }: ToolDescriptor, args: JsonObject, schemas: Schemas) {
  if (sendsJson !== true) return args;
  const places = schemas.numberPlaces(knownSchema(inputSchema), args);
  return withNumbers(args, (path) => places.has(path), rawNumber) as JsonObject;
}

/** What `JSON.stringify` writes as it is (ECMAScript 2026, 25.5.3); a schema wants a number here, so nobody else reads it. */
const rawNumber = (digits: string): Json =>
  (JSON as unknown as { rawJSON(text: string): Json }).rawJSON(digits);

/** A form that cannot be used would let nobody answer. */
function checkForm(
  name: string,
  paused: Extract<ToolResult, { code: "paused" }>,
  schemas: Schemas,
): ToolResult {
  const { form } = paused.pause.payload;
  const problem = form && schemas.mismatches(form, null).find(({ unusable }) => unusable);
  return problem === undefined
    ? paused
    : failure("failed", `${name} asked with an unusable form: ${problem.message}`);
}

function summaryOf(tool: ToolDescriptor | undefined, args: Json): string {
  const plain = argumentWords(args);
  if (!tool || !isJsonObject(args)) return plain;
  try {
    return tool.summarize(args);
  } catch {
    return plain;
  }
}

function unknownTool(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant = suggest(name, names);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `There is no tool "${name}".${absentMcpTool(name, names)}${hint} Available: ${names.join(", ") || "none"}.`;
}

/**
 * Why these arguments do not fit, in words an agent can act on: what is wrong, which key was probably meant, and
 * what the tool takes. Undefined when they fit.
 */
function argumentProblem(
  tool: { name: string; inputSchema: JsonObject },
  args: Json,
  schemas: Schemas,
): string | undefined {
  const mismatches = isJsonObject(args)
    ? foreignMismatches(tool.inputSchema, args, schemas)
    : [{ path: "", message: "must be object" }];
  if (mismatches.length === 0) return;
  const expected = expectation(tool.inputSchema);
  if (!isJsonObject(args)) return `${tool.name} takes its arguments as one JSON object. ${expected}`;
  const hints = renames(tool.inputSchema, args).map(
    ([wrong, right]) => `Did you mean "${right}" instead of "${wrong}"?`,
  );
  return [
    `${tool.name} cannot run with these arguments: ${formatMismatches(mismatches)}.`,
    ...hints,
    expected,
  ].join(" ");
}

/** Unknown keys beside the declared and still unused key that each resembles. */
function renames(schema: JsonObject, args: JsonObject): [string, string][] {
  const declared = propertiesOf(schema);
  const free = [...declared.keys()].filter((key) => !Object.hasOwn(args, key));
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
