import type { Value } from "./values";

/** What a built-in may use of the evaluator that runs it. Each of these throws `limit_exceeded` when it is too much. */
export type Machine = {
  /** Spends fuel: one for each item that is looked at, before the work is done. */
  spend(steps: number): void;
  /** Counts what is built, in bytes: `BYTES_PER_ITEM` an item of a collection, two a character of a string. */
  build(bytes: number): void;
  /** Calls anything callable: functions, keywords, maps, sets. Spends one. Throws `not_callable`, `arity_error`. */
  call(callee: Value, args: readonly Value[]): Value;
};

export const BYTES_PER_ITEM = 16;

/** A built-in function. Its arguments are counted before it is called. */
export type Builtin = {
  name: string;
  arity: readonly [least: number, most: number];
  call(args: readonly Value[], machine: Machine): Value;
};

/** A built-in by name; leave `most` out for any number of arguments. */
export function builtin(
  name: string,
  [least, most = Number.POSITIVE_INFINITY]: readonly [least: number, most?: number],
  call: Builtin["call"],
): Builtin {
  return { name, arity: [least, most], call };
}
