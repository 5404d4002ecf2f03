import { hasKey, lookUp } from "../collections";
import { isEqual } from "../equality";
import { findText } from "../find-text";
import { isMap, isVector } from "../kinds";
import { type Form, type GroupForm, symbolName } from "../read/forms";
import type { Run } from "../run";
import { Fn, isTruthy, LispSet, type Value } from "../values";

import { type AnalyzeList, failForm, partsOf } from "./list-forms";

import { constant } from "./node";

/** `(where field)` or `(where field operator value)`: a function that tests an item; a vector is a path into it. */
export const analyzeWhere: AnalyzeList = (form, scope) => {
  const [first, sign, last] = partsOf(form, 1, 3, "(where field) or (where field operator value)");
  const field = scope.analyze(first as Form);
  const operator = sign ? operatorOf(form, sign, last) : isTruthy;
  const expected = last ? scope.analyze(last) : constant(null);
  return (frame) => {
    const { run } = frame;
    run.step(form.at);
    const path = field(frame);
    const value = expected(frame);
    return new Fn("where", [1, 1], ([item = null]) => operator(fieldOf(item, path, run), value, run));
  };
};

/** Whether what an item has in its field stands so to the value of the predicate. */
type Operator = (found: Value, value: Value, run: Run) => boolean;

/** Values of different kinds have no order, and nil has none: what is missing fulfils no comparison. */
function ordered(holds: (a: number | string, b: number | string) => boolean): Operator {
  return (a, b) => {
    const comparable = (typeof a === "number" || typeof a === "string") && typeof a === typeof b;
    return comparable && holds(a, b as number | string);
  };
}

const isIn: Operator = (found, collection, run) => {
  if (collection instanceof LispSet || isMap(collection)) return hasKey(collection, found, run);
  if (typeof collection === "string") {
    return typeof found === "string" && findText(collection, found, 0, run) >= 0;
  }
  return isVector(collection) && collection.some((item) => isEqual(item, found, run));
};

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["=", (a, b, run) => isEqual(a, b, run)],
  ["not=", (a, b, run) => !isEqual(a, b, run)],
  ["<", ordered((a, b) => a < b)],
  ["<=", ordered((a, b) => a <= b)],
  [">", ordered((a, b) => a > b)],
  [">=", ordered((a, b) => a >= b)],
  ["in", isIn],
  ["includes", (found, value, run) => isIn(value, found, run)],
]);

function operatorOf(form: GroupForm, sign: Form, last: Form | undefined): Operator {
  const operator = OPERATORS.get(symbolName(sign) ?? "");
  if (!operator) failForm(sign, `The operators of where are ${[...OPERATORS.keys()].join(" ")}.`);
  if (!last) failForm(form, "An operator of where needs a value.");
  return operator;
}

function fieldOf(item: Value, path: Value, run: Run): Value {
  if (!isVector(path)) return lookUp(item, path, run) ?? null;
  run.spend(path.length);
  return path.reduce<Value>((found, key) => lookUp(found, key, run) ?? null, item);
}
