import type { Json } from "../json";
import { cutText } from "../text";
import { mapOf, setOf } from "./collections";
import { type Compiled, type CompileErrors, compileSource } from "./compile";
import { type Data, execute, type Outcome, valueIn } from "./execute";
import { dataFault } from "./judge/blame";
import { keylessData } from "./judge/keyless";
import { isMap, isVector, mapEntries } from "./kinds";
import { DEFAULT_LIMITS, type Limits } from "./limits";
import { errorOf, errorText, type PlacedError } from "./position";
import { printReadable } from "./print";
import { Run } from "./run";
import { toPlain } from "./to-json";
import { type JsonMap, LispSet, type Machine, Sym, type Value } from "./values";

const MAX_CHARS = 500;
const MAX_TEXT_CHARS = 120;
const MAX_ITEMS = 8;
const MAX_LEVELS = 4;
const MORE = new Sym("…");

/** What is shown is short: it needs no limits. */
const UNLIMITED: Limits = {
  ...DEFAULT_LIMITS,
  fuel: Number.POSITIVE_INFINITY,
  memoryBytes: Number.POSITIVE_INFINITY,
};

/** What a predicate says of a result; with an `error` it says nothing, as it could not be evaluated. */
export type Verdict =
  | { outcome: "passed" }
  /**
   * `isDataFault`: data was not as it needs it, so that it came to no judgement (docs/predicates.md, "Data faults");
   * `isAbsent`: it was not there.
   */
  | { outcome: "failed"; diagnosis: string; isDataFault?: true; isAbsent?: true }
  | { outcome: "error"; diagnosis: string; error: PlacedError };

/** A source that was read once and can be evaluated any number of times. */
export type Predicate = {
  evaluate(data: Data): Outcome<Json>;
  verify(data: Data): Verdict;
};

/** Reads a predicate once (docs/predicates.md). `errors` has all that is wrong with it, in the order of the source. */
export function compile(
  source: string,
  limits: Partial<Limits> = {},
): { ok: true; predicate: Predicate } | { ok: false; errors: CompileErrors } {
  const read = compileSource(source, { sourceBytes: limits.sourceBytes });
  if (!read.ok) return read;
  const predicate: Predicate = {
    evaluate: (data) => execute(read.compiled, data, limits, toPlain),
    verify: (data) => judge(read.compiled, data, limits),
  };
  return { ok: true, predicate };
}

/**
 * The value of a program (docs/predicates.md, "Values"): collections as arrays and objects, keywords as their names.
 * Bad programs and exceeded limits give an `error` with its place in the source.
 */
export function evaluate(source: string, data: Data, limits: Partial<Limits> = {}): Outcome<Json> {
  const read = compile(source, limits);
  return read.ok ? read.predicate.evaluate(data) : { ok: false, error: read.errors[0] };
}

/** What a predicate says of `data.result` (docs/predicates.md, "Outcome"). */
export function verify(source: string, data: Data, limits: Partial<Limits> = {}): Verdict {
  const read = compile(source, limits);
  return read.ok ? read.predicate.verify(data) : errorVerdict(read.errors[0]);
}

function judge(compiled: Compiled, data: Data, limits: Partial<Limits>): Verdict {
  const { source, forms, analyzed } = compiled;
  const run = new Run(data as JsonMap, analyzed.globals, { ...DEFAULT_LIMITS, ...limits }, { judges: true });
  try {
    const value = valueIn(run, compiled);
    if (value === true) return { outcome: "passed" };
    const diagnosis = diagnosisOf(value, source, data);
    const keyless = keylessData(run.keyless, data);
    if (keyless === undefined) return { outcome: "failed", diagnosis };
    return {
      outcome: "failed",
      diagnosis: `${diagnosis.replace(/(?<![.!?])$/, ".")} ${keyless}`,
      isDataFault: true,
    };
  } catch (thrown) {
    const fault = dataFault(thrown, forms, data, source);
    if (fault === undefined) return errorVerdict(errorOf(thrown, source));
    const { diagnosis } = fault;
    // A key of what can have none is no key that is missing.
    const isAbsent = fault.isAbsent && keylessData(run.keyless, data) === undefined;
    return { outcome: "failed", diagnosis, isDataFault: true, ...(isAbsent && { isAbsent }) };
  }
}

/** Characters of a predicate that a diagnosis quotes. */
const QUOTED_CHARS = 500;

function diagnosisOf(value: Value, source: string, { result = null }: Data): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  const predicate = cutText(source.trim(), QUOTED_CHARS);
  if (value === false || value === "") return `Verification failed: ${predicate}; got ${preview(result)}`;
  return `Verification failed: ${predicate}; unexpected value ${preview(value)}, not true, false or a text`;
}

/** A predicate that fails itself has judged; any other error says nothing about the result. */
function errorVerdict(error: PlacedError): Verdict {
  if (error.code === "failed") return { outcome: "failed", diagnosis: error.message };
  return { outcome: "error", diagnosis: errorText(error), error };
}

/** The beginning of a value as text, for a diagnosis: long texts, long collections and deep values are cut. */
function preview(value: Value): string {
  const machine = new Run({}, 0, UNLIMITED);
  const text = printReadable(shorten(value, 0, machine), machine);
  return text.length > MAX_CHARS ? `${cutText(text, MAX_CHARS)}…` : text;
}

function shorten(value: Value, level: number, machine: Machine): Value {
  if (typeof value === "string") {
    return value.length > MAX_TEXT_CHARS ? `${cutText(value, MAX_TEXT_CHARS)}…` : value;
  }
  const isSet = value instanceof LispSet;
  if (!isVector(value) && !isSet && !isMap(value)) return value;
  if (level >= MAX_LEVELS) return MORE;
  const short = (item: Value) => shorten(item, level + 1, machine);
  if (isVector(value)) return cut(value, MORE, short);
  if (isSet) return setOf(cut([...value.members.values()], MORE, short), machine);
  return mapOf(
    cut(mapEntries(value), [MORE, MORE] as const, ([key, item]) => [short(key), short(item)] as const),
    machine,
  );
}

function cut<T>(items: readonly T[], more: T, short: (item: T) => T): T[] {
  const shown = items.slice(0, MAX_ITEMS).map(short);
  return items.length > MAX_ITEMS ? [...shown, more] : shown;
}
