import { chargeCopy, itemsOf, vectorOf } from "../items";
import { type Builtin, builtin, Fn, isTruthy, type Machine, type Value } from "../values";
import { argument, holds, unary } from "./define";

/** `not`, and what joins tests of `where` into one (docs/predicates.md, "Functions"). */
export const PREDICATES: readonly Builtin[] = [
  unary("not", (value) => !isTruthy(value)),
  combinator("all-of", false, false),
  combinator("any-of", true, true),
  combinator("none-of", true, false),
];

type Items = readonly Value[];

/** Functions that call or make functions (docs/predicates.md, "Functions"). */
export const FUNCTIONS: readonly Builtin[] = [
  unary("identity", (value) => value),
  unary("constantly", (value) => variadic("constantly", () => value)),
  unary("complement", (test) =>
    variadic("complement", (args, machine) => !isTruthy(machine.call(test, args))),
  ),
  builtin("apply", [2], (args, machine) => {
    const last = itemsOf(argument(args, args.length - 1), machine);
    return machine.call(argument(args, 0), concatenated(args.slice(1, -1), last, machine));
  }),
  builtin("partial", [1], (given) => {
    const [f, first] = [argument(given, 0), given.slice(1)];
    return variadic("partial", (args, machine) => machine.call(f, concatenated(first, args, machine)));
  }),
  builtin("comp", [0], (functions) => variadic("comp", (args, machine) => chained(functions, args, machine))),
  builtin("juxt", [1], (functions) => {
    return variadic("juxt", (args, machine) => vectorOf(answers(functions, args, machine), machine));
  }),
  builtin("fnil", [2, 4], (given) => {
    const [f, instead] = [argument(given, 0), given.slice(1)];
    return variadic("fnil", (args, machine) => {
      const filled = args.map((arg, index) => (arg === null ? argument(instead, index) : arg));
      return machine.call(f, filled);
    });
  }),
  builtin("every-pred", [1], (tests) => {
    return variadic("every-pred", (args, machine) => {
      return tests.every((test) => args.every((arg) => holds(test, arg, machine)));
    });
  }),
  builtin("some-fn", [1], (tests) => variadic("some-fn", (args, machine) => firstTrue(tests, args, machine))),
];

/** A function of any number of arguments; those it calls check theirs. */
function variadic(name: string, apply: Fn["apply"]): Fn {
  return new Fn(name, [0, Number.POSITIVE_INFINITY], apply);
}

function concatenated(first: Items, then: Items, machine: Machine): Items {
  chargeCopy(first.length + then.length, machine);
  return [...first, ...then];
}

/** The last function on the arguments, each one before it on what the next gave; no function gives what it gets. */
function chained(functions: Items, args: Items, machine: Machine): Value {
  let values = args;
  for (const f of functions.toReversed()) values = [machine.call(f, values)];
  return argument(values, 0);
}

function* answers(functions: Items, args: Items, machine: Machine): Generator<Value> {
  for (const f of functions) yield machine.call(f, args);
}

/** The first true answer of a test for an argument; without one, the last answer there was. */
function firstTrue(tests: Items, args: Items, machine: Machine): Value {
  let answer: Value = null;
  for (const test of tests) {
    for (const arg of args) {
      answer = machine.call(test, [arg]);
      if (isTruthy(answer)) return answer;
    }
  }
  return answer;
}

/** Builds a function that asks each of these about one item, and stops at an answer that is `stopsAt`. */
function combinator(name: string, stopsAt: boolean, answer: boolean): Builtin {
  return builtin(name, [0], (tests: readonly Value[]) => {
    return new Fn(name, [1, 1], ([item = null], machine) => {
      const stopped = tests.some((test) => holds(test, item, machine) === stopsAt);
      return stopped ? answer : !answer;
    });
  });
}
