import { raise } from "../../errors";
import { chargeCopy, chargeItems, itemsOf } from "../../items";
import { kindOf } from "../../kinds";
import { type Builtin, builtin, type Machine, type Value } from "../../values";
import { compareValues } from "../compare";

import { argument, keyOf, unary } from "../define";

type Comparator = (a: Value, b: Value) => number;

/** Items in another order; equal ones keep theirs (docs/predicates.md, "Functions"). */
export const ORDERING: readonly Builtin[] = [
  builtin("sort", [1, 2], (args, machine) => {
    const items = itemsOf(argument(args, args.length - 1), machine);
    return sorted(items, comparatorOf(args.slice(0, -1), machine), machine);
  }),
  builtin("sort-by", [2, 3], (args, machine) => {
    const keyed = itemsOf(argument(args, args.length - 1), machine).map((item) => {
      chargeItems(1, machine);
      return { key: keyOf(argument(args, 0), item, machine), item };
    });
    const compare = comparatorOf(args.slice(1, -1), machine);
    return sorted(keyed, (a, b) => compare(a.key, b.key), machine).map(({ item }) => item);
  }),
  unary("reverse", (from, machine) => {
    const items = itemsOf(from, machine);
    chargeCopy(items.length, machine);
    return items.toReversed();
  }),
];

/** The program's own comparator where it gives one: a function that answers a number, or whether `a` comes first. */
function comparatorOf([given]: readonly Value[], machine: Machine): Comparator {
  if (given === undefined) return (a, b) => compareValues(a, b, machine);
  return (a, b) => {
    const answer = machine.call(given, [a, b]);
    if (typeof answer === "number") return answer;
    if (typeof answer !== "boolean") {
      raise("type_error", `A comparator gives a number or a boolean, not ${kindOf(answer)}.`);
    }
    if (answer) return -1;
    return machine.call(given, [b, a]) === true ? 1 : 0;
  };
}

/**
 * A stable merge sort. It ends after n log n comparisons whatever these answer, and puts the same input in the same
 * order on every host, which hosts' own sorts do not promise for comparators that contradict themselves.
 */
function sorted<T>(items: readonly T[], compare: (a: T, b: T) => number, machine: Machine): readonly T[] {
  if (items.length < 2) return items;
  chargeCopy(items.length, machine);
  const middle = items.length >> 1;
  const left = sorted(items.slice(0, middle), compare, machine);
  const right = sorted(items.slice(middle), compare, machine);
  return merged(left, right, compare);
}

function merged<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  const whole: T[] = [];
  let [fromLeft, fromRight] = [0, 0];
  for (;;) {
    const [a, b] = [left[fromLeft], right[fromRight]];
    if (a === undefined || b === undefined) break;
    const rightFirst = compare(a, b) > 0;
    whole.push(rightFirst ? b : a);
    if (rightFirst) fromRight++;
    else fromLeft++;
  }
  return whole.concat(left.slice(fromLeft), right.slice(fromRight));
}
