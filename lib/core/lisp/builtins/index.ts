import type { Builtin } from "../machine";

/** Every built-in function, by name (docs/predicates.md, "Functions"). */
export const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  ([] as Builtin[]).map((one) => [one.name, one]),
);
