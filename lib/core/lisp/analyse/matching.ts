import { isEqual } from "../equality";
import type { Form } from "../read/forms";
import { isTruthy } from "../truth";
import type { Value } from "../values";
import { type AnalyseList, MANY, partsOf } from "./list-forms";
import { pairsOf, quoted } from "./literals";
import { callAt, constant, type Frame, type Node } from "./node";
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

/** The clause's result, or what its function makes of the test's answer. */
function outcome({ passes, result }: Clause, answer: Value, frame: Frame, at: number): Value {
  const value = result(frame);
  return passes ? callAt(frame, value, [answer], at) : value;
}

function defaultOf(parts: readonly Form[], scope: Scope, loop: Loop | undefined): Node {
  const last = parts.at(-1);
  return last && parts.length % 2 === 1 ? scope.analyse(last, loop) : constant(null);
}
