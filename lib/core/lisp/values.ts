export const BYTES_PER_ITEM = 16;

/** A built-in function. Its arguments are counted before it is called. */
export type Builtin = {
  name: string;
  arity: readonly [least: number, most: number];
  call(args: readonly Value[], machine: Machine): Value;
};

/** A name with a colon. Compared by name: use `isEqual`, never `===`. */
export class Keyword {
  readonly name: string;

  private constructor(name: string) {
    this.name = name;
  }

  static of(name: string): Keyword {
    return new Keyword(name);
  }
}

/** A name that was quoted: `'x`. Compared by name. */
export class Sym {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A map built by a program: any values as keys, found by `lookupKey`. JSON objects are maps too, as they are. */
export class LispMap {
  readonly entries: ReadonlyMap<string, readonly [key: Value, value: Value]>;

  constructor(entries: ReadonlyMap<string, readonly [key: Value, value: Value]>) {
    this.entries = entries;
  }
}

/**
 * A map of the data whose keys are names: one that means none of them is a fault, not nil, so that no program takes what it
 * misspells, or what was renamed, for nothing (docs/predicates.md, "Data"). In the order in which it is given.
 */
export class NamedMap extends LispMap {
  /** The key that a name means. */
  readonly keyOf: (name: string) => string | undefined;

  constructor(values: Iterable<readonly [name: string, value: Value]>, keyOf: NamedMap["keyOf"]) {
    super(new Map([...values].map((entry) => [entry[0], entry])));
    this.keyOf = keyOf;
  }
}

/** A set built by a program, its members found by `lookupKey`. */
export class LispSet {
  readonly members: ReadonlyMap<string, Value>;

  constructor(members: ReadonlyMap<string, Value>) {
    this.members = members;
  }
}

/** A regular expression; its matcher is linear in time (re2js). */
export class Regex {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** What a built-in may use of the evaluator that runs it. Each of these throws `limit_exceeded` when it is too much. */
export type Machine = {
  /** Spends fuel: one for each item that is looked at, before the work is done. */
  spend(steps: number): void;
  /** Counts what is built, in bytes: `BYTES_PER_ITEM` an item of a collection, two a character of a string. */
  allocate(bytes: number): void;
  /** Calls anything callable: functions, keywords, maps, sets. Spends one. Throws `not_callable`, `arity_error`. */
  call(callee: Value, args: readonly Value[]): Value;
  /** Notes that a name was looked up in what has no keys, which finds nothing and is no fault. */
  noteKeyless(value: Value, name: string): void;
};

/** Anything made by `fn`, `#()`, `defn`, a builder such as `comp`, or a built-in. */
export class Fn {
  readonly name: string;
  /** Arguments at least and at most; `Infinity` for any number. */
  readonly arity: readonly [least: number, most: number];
  readonly apply: (args: readonly Value[], machine: Machine) => Value;

  constructor(
    name: string,
    arity: readonly [least: number, most: number],
    apply: (args: readonly Value[], machine: Machine) => Value,
  ) {
    this.name = name;
    this.arity = arity;
    this.apply = apply;
  }
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
  | Sym
  | readonly Value[]
  | LispMap
  | LispSet
  | Regex
  | Fn
  | JsonMap;

/** Everything but nil and false is true (docs/predicates.md, "Values"). */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false;
}

/** A built-in by name; leave `most` out for any number of arguments. */
export function builtin(
  name: string,
  [least, most = Number.POSITIVE_INFINITY]: readonly [least: number, most?: number],
  call: Builtin["call"],
): Builtin {
  return { name, arity: [least, most], call };
}
