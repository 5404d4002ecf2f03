import type { Form } from "../read/forms";
import { isTruthy } from "../truth";
import type { Value } from "../values";
import { failForm } from "./faults";
import { type AnalyseList, MANY, partsOf } from "./list-forms";
import { pairsOf } from "./literals";
import { constant, type Node, sequence } from "./node";

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
