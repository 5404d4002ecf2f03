import type { Json } from "../json";
import { cutText } from "../text";
import { type Compiled, type CompileErrors, compileSource } from "./compile";
import { type Data, execute, type Outcome } from "./execute";
import type { Limits } from "./limits";
import { errorText, type PlacedError } from "./place";
import { preview } from "./preview";
import { toPlain } from "./to-json";
import type { Value } from "./values";

/** What a predicate says of a result; with an `error` it says nothing, as it could not be evaluated. */
export type Verdict =
  | { outcome: "passed" }
  | { outcome: "failed"; diagnosis: string }
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
  const evaluated = execute(compiled, data, limits, (value) => value);
  if (!evaluated.ok) return errorVerdict(evaluated.error);
  const { value } = evaluated;
  if (value === true) return { outcome: "passed" };
  return { outcome: "failed", diagnosis: diagnosisOf(value, compiled.source, data) };
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
