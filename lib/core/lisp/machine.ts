import type { Machine, Value } from "./values";

export type { Machine } from "./values";

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
