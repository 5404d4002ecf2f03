import { isEqual } from "../equality";
import { raise } from "../errors";
import { printPlain } from "../print";
import type { Form } from "../read/forms";
import { ReturnSignal } from "../run";
import { isTruthy, type Value } from "../values";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";
import { pairsOf, quoted } from "./literals";
import { callAt, constant, type Frame, type Node, sequence } from "./node";
import { isKeyword } from "./patterns";
import type { Loop, Scope } from "./scope";

/** `(case value constant result (one another) result default)`; nil where nothing fits. */
export const analyzeCase: AnalyzeList = (form, scope, loop) => {
  const [first, ...parts] = partsOf(form, 1, MANY, "(case value constant result… default)");
  const subject = scope.analyze(first as Form);
  const clauses = pairsOf(parts).map(([test, result]) => ({
    constants: (test.kind === "list" ? test.items : [test]).map(quoted),
    result: scope.analyze(result, loop),
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
export const analyzeCondp: AnalyzeList = (form, scope, loop) => {
  const [test, value, ...parts] = partsOf(form, 2, MANY, "(condp test value candidate result… default)");
  const tested = scope.analyze(test as Form);
  const subject = scope.analyze(value as Form);
  const clauses: Clause[] = [];
  let left = parts;
  while (left.length > 1) {
    const passes = isKeyword(left[1], ">>") && left.length > 2;
    const result = left[passes ? 2 : 1] as Form;
    clauses.push({
      candidate: scope.analyze(left[0] as Form),
      passes,
      result: scope.analyze(result, passes ? undefined : loop),
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
export const analyzeReturn: AnalyzeList = (form, scope) => {
  const value = scope.analyze(partsOf(form, 1, 1, "(return value)")[0] as Form);
  return (frame) => {
    throw new ReturnSignal(value(frame));
  };
};

/** `(fail "why")`: the program fails with the code `failed` and this text. */
export const analyzeFail: AnalyzeList = (form, scope) => {
  const why = scope.analyze(partsOf(form, 1, 1, '(fail "why")')[0] as Form);
  return (frame) => {
    const { run } = frame;
    const text = why(frame);
    return run.atOffset(form.at, () => raise("failed", printPlain(text, run)));
  };
};

/** `if`, or `if-not` where the test is turned round. */
export function analyzeIf(name: string, negated: boolean): AnalyzeList {
  return (form, scope, loop) => {
    const [test, then, otherwise] = partsOf(form, 2, 3, `(${name} test then else)`);
    const tested = scope.analyze(test as Form);
    const chosen = scope.analyze(then as Form, loop);
    return choice(
      form.at,
      negated,
      tested,
      chosen,
      otherwise ? scope.analyze(otherwise, loop) : constant(null),
    );
  };
}

/** `when`, or `when-not` where the test is turned round. */
export function analyzeWhen(name: string, negated: boolean): AnalyzeList {
  return (form, scope, loop) => {
    const [test, ...body] = partsOf(form, 1, MANY, `(${name} test body…)`);
    const tested = scope.analyze(test as Form);
    return choice(form.at, negated, tested, sequence(scope.analyzeAll(body, loop)), constant(null));
  };
}

function choice(at: number, negated: boolean, test: Node, then: Node, otherwise: Node): Node {
  return (frame) => {
    frame.run.step(at);
    return isTruthy(test(frame)) === negated ? otherwise(frame) : then(frame);
  };
}

export const analyzeDo: AnalyzeList = (form, scope, loop) =>
  sequence(scope.analyzeAll(form.items.slice(1), loop));

/** `and` stops at the first value that is false, `or` at the first that is true; that value is the answer. */
export function analyzeLogic(stopsAt: boolean): AnalyzeList {
  return (form, scope, loop) => {
    const nodes = scope.analyzeAll(form.items.slice(1), loop);
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

export const analyzeCond: AnalyzeList = (form, scope, loop) => {
  const parts = form.items.slice(1);
  if (parts.length % 2 === 1)
    failForm(
      form,
      "The last test of cond has no value: write test and value in turn, and :else as the test of what is left.",
    );
  const clauses = pairsOf(parts).map(([test, value]) => ({
    test: scope.analyze(test),
    value: scope.analyze(value, loop),
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
export const analyzeComment: AnalyzeList = () => constant(null);

/** The clause's result, or what its function makes of the test's answer. */
function outcome({ passes, result }: Clause, answer: Value, frame: Frame, at: number): Value {
  const value = result(frame);
  return passes ? callAt(frame, value, [answer], at) : value;
}

function defaultOf(parts: readonly Form[], scope: Scope, loop: Loop | undefined): Node {
  const last = parts.at(-1);
  return last && parts.length % 2 === 1 ? scope.analyze(last, loop) : constant(null);
}
