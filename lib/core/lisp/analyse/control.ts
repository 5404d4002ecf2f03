import { isEqual } from "../equality";
import { raise } from "../errors";
import { printPlain } from "../print";
import type { Form } from "../read/forms";
import { ReturnSignal } from "../run";
import { isTruthy, type Value } from "../values";
import { type AnalyseList, failForm, MANY, partsOf } from "./list-forms";
import { pairsOf, quoted } from "./literals";
import { callAt, constant, type Frame, type Node, sequence } from "./node";
import { isKeyword } from "./patterns";
import type { Loop, Scope } from "./scope";

/** `(case value constant result (one another) result default)`; nil where nothing fits. */
export const analyseCase: AnalyseList = (form, scope, loop) => {
  const [first, ...parts] = partsOf(form, 1, MANY, "(case value constant result… default)");
  const subject = scope.analyse(first as Form);
  const clauses = pairsOf(parts).map(([test, result]) => ({
    constants: (test.kind === "list" ? test.items : [test]).map(quoted),
    result: scope.analyse(result, loop),
  }));
  const otherwise = defaultOf(parts, scope, loop);
  return (frame) => {
    frame.run.step(form.at);
    const value = subject(frame);
    for (const { constants, result } of clauses) {
      if (constants.some((one) => isEqual(one(frame), value, frame.run))) return result(frame);
    }
    return otherwise(frame);
  };
};

/** `(condp test value a result b :>> function default)`: the first of `(test a value)` that is true. */
export const analyseCondp: AnalyseList = (form, scope, loop) => {
  const [test, value, ...parts] = partsOf(form, 2, MANY, "(condp test value candidate result… default)");
  const tested = scope.analyse(test as Form);
  const subject = scope.analyse(value as Form);
  const clauses: Clause[] = [];
  let left = parts;
  while (left.length > 1) {
    const passes = isKeyword(left[1], ">>") && left.length > 2;
    const result = left[passes ? 2 : 1] as Form;
    clauses.push({
      candidate: scope.analyse(left[0] as Form),
      passes,
      result: scope.analyse(result, passes ? undefined : loop),
    });
    left = left.slice(passes ? 3 : 2);
  }
  const otherwise = defaultOf(left, scope, loop);
  return (frame) => {
    const args = [tested(frame), subject(frame)] as const;
    for (const clause of clauses) {
      frame.run.step(form.at);
      const answer = callAt(frame, args[0], [clause.candidate(frame), args[1]], form.at);
      if (isTruthy(answer)) return outcome(clause, answer, frame, form.at);
    }
    return otherwise(frame);
  };
};

type Clause = { candidate: Node; passes: boolean; result: Node };

/** `(return value)`: the program ends with this value, wherever it is. */
export const analyseReturn: AnalyseList = (form, scope) => {
  const value = scope.analyse(partsOf(form, 1, 1, "(return value)")[0] as Form);
  return (frame) => {
    throw new ReturnSignal(value(frame));
  };
};

/** `(fail "why")`: the program fails with the code `failed` and this text. */
export const analyseFail: AnalyseList = (form, scope) => {
  const why = scope.analyse(partsOf(form, 1, 1, '(fail "why")')[0] as Form);
  return (frame) => {
    const { run } = frame;
    const text = why(frame);
    return run.atOffset(form.at, () => raise("failed", printPlain(text, run)));
  };
};

/** `if`, or `if-not` where the test is turned round. */
export function analyseIf(name: string, negated: boolean): AnalyseList {
  return (form, scope, loop) => {
    const [test, then, otherwise] = partsOf(form, 2, 3, `(${name} test then else)`);
    const tested = scope.analyse(test as Form);
    const chosen = scope.analyse(then as Form, loop);
    return choice(
      form.at,
      negated,
      tested,
      chosen,
      otherwise ? scope.analyse(otherwise, loop) : constant(null),
    );
  };
}

/** `when`, or `when-not` where the test is turned round. */
export function analyseWhen(name: string, negated: boolean): AnalyseList {
  return (form, scope, loop) => {
    const [test, ...body] = partsOf(form, 1, MANY, `(${name} test body…)`);
    const tested = scope.analyse(test as Form);
    return choice(form.at, negated, tested, sequence(scope.analyseAll(body, loop)), constant(null));
  };
}

function choice(at: number, negated: boolean, test: Node, then: Node, otherwise: Node): Node {
  return (frame) => {
    frame.run.step(at);
    return isTruthy(test(frame)) === negated ? otherwise(frame) : then(frame);
  };
}

export const analyseDo: AnalyseList = (form, scope, loop) =>
  sequence(scope.analyseAll(form.items.slice(1), loop));

/** `and` stops at the first value that is false, `or` at the first that is true; that value is the answer. */
export function analyseLogic(stopsAt: boolean): AnalyseList {
  return (form, scope, loop) => {
    const nodes = scope.analyseAll(form.items.slice(1), loop);
    return (frame) => {
      let value: Value = stopsAt ? null : true;
      for (const node of nodes) {
        frame.run.step(form.at);
        value = node(frame);
        if (isTruthy(value) === stopsAt) return value;
      }
      return value;
    };
  };
}

export const analyseCond: AnalyseList = (form, scope, loop) => {
  const parts = form.items.slice(1);
  if (parts.length % 2 === 1) failForm(form, "cond has a value for each test.");
  const clauses = pairsOf(parts).map(([test, value]) => ({
    test: scope.analyse(test),
    value: scope.analyse(value, loop),
  }));
  return (frame) => {
    for (const { test, value } of clauses) {
      frame.run.step(form.at);
      if (isTruthy(test(frame))) return value(frame);
    }
    return null;
  };
};

/** Reads and forgets its forms. */
export const analyseComment: AnalyseList = () => constant(null);

/** The clause's result, or what its function makes of the test's answer. */
function outcome({ passes, result }: Clause, answer: Value, frame: Frame, at: number): Value {
  const value = result(frame);
  return passes ? callAt(frame, value, [answer], at) : value;
}

function defaultOf(parts: readonly Form[], scope: Scope, loop: Loop | undefined): Node {
  const last = parts.at(-1);
  return last && parts.length % 2 === 1 ? scope.analyse(last, loop) : constant(null);
}
