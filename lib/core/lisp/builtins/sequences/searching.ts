import { itemsOf } from "../../items";
import type { Builtin } from "../../machine";
import { isMap, isVector } from "../../map-access";
import { isTruthy } from "../../truth";
import { binary, holds } from "../define";
import { entryOf, lookUp } from "../lookup";

/** Whether items pass a test, and which (docs/predicates.md, "Functions"). */
export const SEARCHING: readonly Builtin[] = [
  binary("some", (test, from, machine) => {
    for (const item of itemsOf(from, machine)) {
      const answer = machine.call(test, [item]);
      if (isTruthy(answer)) return answer;
    }
    return null;
  }),
  binary("every?", (test, from, machine) => {
    return itemsOf(from, machine).every((item) => holds(test, item, machine));
  }),
  binary("not-any?", (test, from, machine) => {
    return !itemsOf(from, machine).some((item) => holds(test, item, machine));
  }),
  binary("not-every?", (test, from, machine) => {
    return !itemsOf(from, machine).every((item) => holds(test, item, machine));
  }),
  // Of a map or vector and a key, the entry; of a test and a collection, the first item that passes.
  binary("find", (a, b, machine) => {
    if (a === null) return null;
    if (isMap(a)) return entryOf(a, b, machine) ?? null;
    if (!isVector(a)) return itemsOf(b, machine).find((item) => holds(a, item, machine)) ?? null;
    const found = lookUp(a, b, machine);
    return found === undefined ? null : [b, found];
  }),
];
