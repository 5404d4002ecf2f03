import type { Value } from "./values";

export const LISP_ERROR_CODES = [
  "parse_error",
  "analysis_error",
  "arity_error",
  "type_error",
  "arithmetic_error",
  "unbound_symbol",
  "not_callable",
  "destructure_error",
  "limit_exceeded",
  "failed",
] as const;
export type LispErrorCode = (typeof LISP_ERROR_CODES)[number];

/** Which limit was exceeded. A stop by the clock (`deadline`) says nothing about what was judged. */
export type LimitName = "fuel" | "iterations" | "depth" | "source" | "memory" | "deadline";

/** A fault in a program or its data; `at` is the offset in the source where it showed. */
export type LispError = { code: LispErrorCode; message: string; at?: number; limit?: LimitName };

/** Carries a LispError through the evaluator; never leaves `lib/core/lisp`. Built-ins leave `at` to the evaluator. */
export class LispFault extends Error {
  readonly error: LispError;
  /** The value that was wrong, where it is known. */
  readonly offender?: { readonly value: Value };
  /** The arguments of the call that it happened in. */
  readonly args: readonly Value[];

  constructor(error: LispError, offender?: { readonly value: Value }, args: readonly Value[] = []) {
    super(error.message);
    this.error = error;
    this.offender = offender;
    this.args = args;
    this.name = "LispFault";
  }
}

/** Throws a fault whose place the evaluator adds; `value` is what was wrong. */
export function raise(code: LispErrorCode, message: string, value?: Value): never {
  throw new LispFault({ code, message }, value === undefined ? undefined : { value });
}

const LIMIT_TEXTS: Record<LimitName, string> = {
  fuel: "The program takes too many steps.",
  iterations: "A loop runs too many iterations.",
  depth: "Calls or values are nested too deeply.",
  source: "The program is too long.",
  memory: "The program uses too much memory.",
  deadline: "The program was stopped because its time was up.",
};

export function limitError(limit: LimitName): LispError {
  return { code: "limit_exceeded", message: LIMIT_TEXTS[limit], limit };
}

/** Throws `limit_exceeded` naming the limit. */
export function exceed(limit: LimitName): never {
  throw new LispFault(limitError(limit));
}

/** Throws `parse_error` at an offset of the source. */
export function failParse(message: string, at: number): never {
  throw new LispFault({ code: "parse_error", message, at });
}
