import { FORMS } from "@/lib/core/lisp/analyse/form-table";
import { BUILTINS } from "@/lib/core/lisp/builtins";

/** A name of the predicate language, as completion offers it. */
export type LispSymbol = { name: string; kind: "form" | "function" | "data"; detail: string };

/** What every predicate may ask for (docs/predicates.md, "Data"). */
const DATA_SYMBOLS = {
  "data/result": "what the task gave back",
  "data/input": "what it was given",
  "data/depends": "results of its dependencies, by id",
  "data/results": "all results before it, by id",
  "data/mission": "the mission's text",
} as const;

/** Every name that means something in a predicate, with the arguments of functions. */
export const LISP_SYMBOLS: readonly LispSymbol[] = [
  ...Object.entries(DATA_SYMBOLS).map(([name, detail]): LispSymbol => ({ name, kind: "data", detail })),
  ...[...FORMS.keys()].map((name): LispSymbol => ({ name, kind: "form", detail: "form" })),
  ...[...BUILTINS.values()].map(
    ({ name, arity }): LispSymbol => ({ name, kind: "function", detail: arityLabel(arity) }),
  ),
];

/** `1 argument`, `2 or 3 arguments`, `2 to 4 arguments`, `1 or more arguments`. */
export function arityLabel([least, most]: readonly [number, number]): string {
  if (most === least) return least === 1 ? "1 argument" : `${least} arguments`;
  if (most === Number.POSITIVE_INFINITY) return least === 0 ? "any arguments" : `${least} or more arguments`;
  return `${least} ${most === least + 1 ? "or" : "to"} ${most} arguments`;
}

/** `true`, `false`, `nil` and numbers that have a name. */
export const ATOMS: ReadonlySet<string> = new Set(["true", "false", "nil", "##Inf", "##-Inf", "##NaN"]);
