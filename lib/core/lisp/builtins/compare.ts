import { compareValues } from "../compare-values";
import { isEqual } from "../equality";
import { type Builtin, builtin, type Machine } from "../machine";
import type { Value } from "../values";
import { argument, binary, numberOf } from "./define";

/** Whether a value stands in a relation to the one after it. */
type Relation = (a: Value, b: Value, machine: Machine) => boolean;

/**
 * Equality and order (docs/predicates.md, "Functions"). With many arguments each must stand so to the next, and the
 * first that does not ends the search; a single argument always does. `== < <= > >=` throw `type_error` for what is no
 * number.
 */
export const COMPARE: readonly Builtin[] = [
  chain("=", isEqual),
  builtin("not=", [1], (args, machine) => !inChain(args, isEqual, machine)),
  chain("==", (a, b) => numberOf(a) === numberOf(b)),
  chain("<", (a, b) => numberOf(a) < numberOf(b)),
  chain("<=", (a, b) => numberOf(a) <= numberOf(b)),
  chain(">", (a, b) => numberOf(a) > numberOf(b)),
  chain(">=", (a, b) => numberOf(a) >= numberOf(b)),
  binary("compare", compareValues),
];

function chain(name: string, relation: Relation): Builtin {
  return builtin(name, [1], (args, machine) => inChain(args, relation, machine));
}

function inChain(args: readonly Value[], relation: Relation, machine: Machine): boolean {
  for (let index = 1; index < args.length; index++) {
    machine.spend(1);
    if (!relation(argument(args, index - 1), argument(args, index), machine)) return false;
  }
  return true;
}
