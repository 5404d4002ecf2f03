import type { Machine } from "./machine";

/** A name with a colon. Instances are shared by name, so `===` compares them. */
export class Keyword {
  private static readonly known = new Map<string, Keyword>();
  private constructor(readonly name: string) {}

  /** Words of programs alone come here, so the table stays small; data never becomes a keyword by itself. */
  static of(name: string): Keyword {
    const known = Keyword.known.get(name);
    if (known) return known;
    const keyword = new Keyword(name);
    if (Keyword.known.size < 10_000) Keyword.known.set(name, keyword);
    return keyword;
  }
}

/** A map built by a program: any values as keys, found by `lookupKey`. JSON objects are maps too, as they are. */
export class LispMap {
  constructor(readonly entries: ReadonlyMap<string, readonly [key: Value, value: Value]>) {}
}

/** A set built by a program, its members found by `lookupKey`. */
export class LispSet {
  constructor(readonly members: ReadonlyMap<string, Value>) {}
}

/** A regular expression; its matcher is linear in time (re2js). */
export class Regex {
  constructor(readonly source: string) {}
}

/** Anything made by `fn`, `#()`, `defn`, a builder such as `comp`, or a built-in. */
export class Fn {
  constructor(
    readonly name: string,
    /** Arguments at least and at most; `Infinity` for any number. */
    readonly arity: readonly [least: number, most: number],
    readonly apply: (args: readonly Value[], machine: Machine) => Value,
  ) {}
}

/** Data of JSON as it is: never copied, never changed. Keys such as `__proto__` are plain data. */
export type JsonMap = { readonly [key: string]: Value };

/**
 * A value of the language (docs/predicates.md, "Values"). Vectors, lists and the results of sequence functions are
 * arrays. Nothing is ever changed in place.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Keyword
  | readonly Value[]
  | LispMap
  | LispSet
  | Regex
  | Fn
  | JsonMap;
