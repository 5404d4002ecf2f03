import { type Builtin, builtin } from "../machine";
import { isTruthy } from "../truth";
import { Fn, type Value } from "../values";
import { holds, unary } from "./define";

/** Builds a function that asks each of these about one item, and stops at an answer that is `stopsAt`. */
function combinator(name: string, stopsAt: boolean, answer: boolean): Builtin {
  return builtin(name, [0], (tests: readonly Value[]) => {
    return new Fn(name, [1, 1], ([item = null], machine) => {
      const stopped = tests.some((test) => holds(test, item, machine) === stopsAt);
      return stopped ? answer : !answer;
    });
  });
}

/** `not`, and what joins tests of `where` into one (docs/predicates.md, "Functions"). */
export const PREDICATES: readonly Builtin[] = [
  unary("not", (value) => !isTruthy(value)),
  combinator("all-of", false, false),
  combinator("any-of", true, true),
  combinator("none-of", true, false),
];
