import { createContext, Script } from "node:vm";
import type { ErrorObject, ValidateFunction } from "ajv";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import { RE2JS } from "re2js";
import { byteLength, digestOf } from "@/lib/core/bytes";
import {
  isDeeperThan,
  isJsonObject,
  type Json,
  type JsonObject,
  MAX_JSON_DEPTH,
  withNumbers,
} from "@/lib/core/json";
import { getOwn } from "@/lib/core/own";
import type { Mismatch, Schemas } from "@/lib/core/ports";

const sandbox = createContext({ work: (): void => {} });
const script = new Script("work()");

/** Whether an error says that the work was broken off. */
const isTimeoutError = (thrown: unknown): boolean =>
  (thrown as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

export const MAX_SCHEMA_BYTES = 65_536;
export const MAX_VALUE_BYTES = 5_000_000;
export const MAX_MISMATCHES = 20;
const CACHED_SCHEMAS = 200;
/** Far beyond what any honest schema takes: references that double can stand for more work than there is time. */
const TIME_LIMIT_MS = 2_000;

/** How often a check is made that was broken off although it had hardly run: the process was stopped, or starved. */
const MAX_TRIES = 3;
const HARDLY_RUN = 0.5;

/** Patterns run in linear time, so that no schema can hang the process; look-arounds are refused. */
const linearTime = Object.assign((pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern)), {
  code: 'require("re2js").RE2JS.compile',
});

const OPTIONS = {
  strict: false,
  allErrors: true,
  logger: false,
  // A field named as something that every object inherits is missing where nobody gave it.
  ownProperties: true,
  code: { regExp: linearTime },
} as const;

type Compiler = Ajv | Ajv2020;
type Draft = "draft7" | "draft2020";
type Compiled = { validate: ValidateFunction } | { problem: string };

/** JSON Schema checks on ajv: draft 2020-12, or draft 7 where the schema says so (docs/agents.md, "Schemas"). */
export function createSchemas({ timeLimitMs = TIME_LIMIT_MS } = {}): Schemas {
  const compilers = new Map<Draft, Compiler>();
  const cache = new Map<string, Compiled>();

  /** The standard's own schemas are read with it, at no check's expense. */
  function compilerOf(draft: Draft): Compiler {
    const known = compilers.get(draft);
    if (known) return known;
    const made = draft === "draft7" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
    made.validateSchema({});
    compilers.set(draft, made);
    return made;
  }

  function compiled(schema: JsonObject, ajv: Compiler): Compiled {
    if (byteLength(JSON.stringify(schema)) > MAX_SCHEMA_BYTES) {
      return { problem: `the schema is larger than ${MAX_SCHEMA_BYTES} bytes` };
    }
    const key = digestOf(schema);
    const known = cache.get(key) ?? compile(ajv, schema);
    cache.delete(key);
    cache.set(key, known);
    for (const oldest of cache.keys()) {
      if (cache.size <= CACHED_SCHEMAS) break;
      cache.delete(oldest);
    }
    return known;
  }

  function mismatches(schema: JsonObject, value: Json, ajv: Compiler): Mismatch[] {
    const check = compiled(schema, ajv);
    if ("problem" in check) return [{ path: "", message: check.problem, unusable: true }];
    if (byteLength(JSON.stringify(value)) > MAX_VALUE_BYTES) {
      return [{ path: "", message: `the value is larger than ${MAX_VALUE_BYTES} bytes` }];
    }
    if (check.validate(value)) return [];
    return distinct((check.validate.errors ?? []).map(mismatchOf));
  }

  function mismatchesInTime(schema: JsonObject, value: Json): Mismatch[] {
    for (let tries = 1; ; tries += 1) {
      const before = process.threadCpuUsage();
      try {
        const ajv = compilerOf(draftOf(schema));
        return runWithTimeout(() => mismatches(schema, value, ajv), timeLimitMs);
      } catch (thrown) {
        // What cannot be checked does not pass; anything but a timeout has overflowed the stack.
        if (!isTimeoutError(thrown))
          return [{ path: "", message: "the value or its schema is nested too deeply to be checked" }];
        // Nothing of what was broken off has been tidied up.
        compilers.clear();
        const { user, system } = process.threadCpuUsage(before);
        const hasRun = (user + system) / 1_000 >= HARDLY_RUN * timeLimitMs;
        if (hasRun || tries === MAX_TRIES)
          return [{ path: "", message: "the value cannot be checked in time against this schema" }];
      }
    }
  }

  return {
    mismatches(schema, value) {
      const strict = mismatchesInTime(schema, value);
      const places = keptNumbers(value, strict);
      const isThere = (path: string) => places.has(path);
      const found = places.size === 0 ? strict : mismatchesInTime(schema, withNumbers(value, isThere));
      return found.slice(0, MAX_MISMATCHES);
    },
    numberPlaces: (schema, value) => keptNumbers(value, mismatchesInTime(schema, value)),
  };
}

/** Where something does not fit that is the text of a number. */
function keptNumbers(value: Json, mismatches: readonly Mismatch[]): Set<string> {
  const kept = new Set<string>();
  const wrong = new Set(mismatches.map(({ path }) => path));
  if (wrong.size > 0 && !isDeeperThan(value, MAX_JSON_DEPTH))
    withNumbers(
      value,
      (path) => wrong.has(path),
      (digits, path) => {
        kept.add(path);
        return digits;
      },
    );
  return kept;
}

function compile(ajv: Compiler, schema: JsonObject): Compiled {
  // What ajv makes of such a schema answers later, with a promise that counts as true.
  if (schema.$async !== undefined) return { problem: "the schema cannot be used: it says $async" };
  // Only the standard's own are kept: forgetting one of them below would end all checks.
  if (typeof schema.$id === "string" && ajv.getSchema(schema.$id))
    return { problem: "the schema cannot be used: its $id is one of the standard's" };
  const read = withProtoFields(schema);
  try {
    return { validate: ajv.compile(read) };
  } catch (error) {
    return {
      problem: `the schema cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    // ajv would keep every schema it has seen, and refuse a second one with the same $id.
    ajv.removeSchema(read);
    if (typeof schema.$id === "string") ajv.removeSchema(schema.$id);
  }
}

/** Keywords whose keys are names of any text, and those that hold values and no schemas. */
const BY_NAME = new Set([
  ...["$defs", "definitions", "dependentSchemas", "dependencies", "patternProperties", "properties"],
]);
const VALUES = new Set(["const", "default", "enum", "examples"]);

/** The same schema with each field `__proto__` as a pattern, too: under `properties` ajv passes over that name. */
function withProtoFields(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (VALUES.has(key)) return [key, value];
    if (BY_NAME.has(key) && isJsonObject(value)) return [key, mapValues(value, readPart)];
    return [key, readPart(value)];
  });
  const read = Object.fromEntries(entries);
  const field = isJsonObject(read.properties) ? getOwn(read.properties, "__proto__") : undefined;
  if (field === undefined) return read;
  const patterns = isJsonObject(read.patternProperties) ? read.patternProperties : {};
  return { ...read, patternProperties: { ...patterns, "^__proto__$": field } };
}

function readPart(value: Json): Json {
  if (Array.isArray(value)) return value.map(readPart);
  return isJsonObject(value) ? withProtoFields(value) : value;
}

const mapValues = (value: JsonObject, of: (one: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, of(one)]));

function draftOf(schema: JsonObject): Draft {
  const named = schema.$schema;
  return typeof named === "string" && /draft-0[4-7]/.test(named) ? "draft7" : "draft2020";
}

function mismatchOf(error: ErrorObject): Mismatch {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer).join(".");
  return { path, message: describeError(error) };
}

function describeError({ keyword, params, message }: ErrorObject): string {
  if (keyword === "additionalProperties") return `unknown key "${params.additionalProperty}"`;
  if (keyword === "required") return `missing key "${params.missingProperty}"`;
  if (keyword === "enum" && Array.isArray(params.allowedValues))
    return `must be one of ${params.allowedValues.map((v: Json) => JSON.stringify(v)).join(", ")}`;
  return message ?? `does not satisfy "${keyword}"`;
}

/** Branches of a schema often find the same fault. */
function distinct(mismatches: readonly Mismatch[]): Mismatch[] {
  return [...new Map(mismatches.map((one) => [`${one.path}\n${one.message}`, one])).values()];
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The names and schemas of an object schema's properties, in the order they are declared. */
export function propertiesOf(schema: JsonObject): Map<string, JsonObject> {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  return new Map(Object.entries(properties).map(([key, value]) => [key, isJsonObject(value) ? value : {}]));
}

/**
 * Does work that nobody can wait for, and breaks it off after a time, wherever it stands and without its `finally`: it
 * then throws. A process has one thread, so
 * without this a schema that a model or a server wrote could hold up everyone in it.
 */
function runWithTimeout<T>(work: () => T, timeoutMs: number): T {
  const results: T[] = [];
  sandbox.work = () => void results.push(work());
  try {
    script.runInContext(sandbox, { timeout: timeoutMs });
  } finally {
    sandbox.work = () => {};
  }
  return results[0] as T;
}
