import type { Form, GroupForm, SymbolForm } from "../read/forms";
import { isTruthy } from "../values";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";

import { pairsOf } from "./literals";
import type { Frame, Node } from "./node";
import { plainName } from "./patterns";
import type { Scope } from "./scope";

/** Where a value goes into a step: behind the function's name, or to the end. */
type Into = "first" | "last";

/** A name that no source can hold. */
const THREADED = " threaded";

type Link = { set: ReturnType<Scope["declare"]>; test?: Node; step: Node };

/** `->` and `->>`: each step takes what the one before gave. With `stopsAtNil` they are `some->` and `some->>`. */
export function analyzeThread(name: string, into: Into, stopsAtNil = false): AnalyzeList {
  return (form, scope, loop) => {
    const [first, ...steps] = partsOf(form, 1, MANY, `(${name} value step…)`);
    const start = scope.analyze(first as Form);
    const inner = scope.inner();
    const links = steps.map((step, index) => {
      const tail = index === steps.length - 1 ? loop : undefined;
      return {
        set: inner.declare(THREADED),
        step: inner.analyze(threaded(step, into, threadedName(step)), tail),
      };
    });
    return chain(form, start, links, stopsAtNil);
  };
}

/** `cond->` and `cond->>`: steps whose test is false are left out; the tests do not see the value. */
export function analyzeCondThread(name: string, into: Into): AnalyzeList {
  return (form, scope) => {
    const [first, ...clauses] = partsOf(form, 1, MANY, `(${name} value test step…)`);
    if (clauses.length % 2 === 1) failForm(form, `${name} has a step for each test.`);
    const start = scope.analyze(first as Form);
    const inner = scope.inner();
    const links = pairsOf(clauses).map(([test, step]) => ({
      test: scope.analyze(test),
      set: inner.declare(THREADED),
      step: inner.analyze(threaded(step, into, threadedName(step))),
    }));
    return chain(form, start, links, false);
  };
}

/** `(as-> value name form…)`: each form sees what the one before gave under that name. */
export const analyzeAsThread: AnalyzeList = (form, scope, loop) => {
  const [first, named, ...forms] = partsOf(form, 2, MANY, "(as-> value name form…)");
  const start = scope.analyze(first as Form);
  const name = plainName(named as Form);
  const inner = scope.inner();
  const links = forms.map((step, index) => ({
    set: inner.declare(name),
    step: inner.analyze(step, index === forms.length - 1 ? loop : undefined),
  }));
  return chain(form, start, links, false);
};

function chain({ at }: GroupForm, start: Node, links: readonly Link[], stopsAtNil: boolean): Node {
  return (frame: Frame) => {
    let value = start(frame);
    for (const { set, test, step } of links) {
      frame.run.step(at);
      if (stopsAtNil && value === null) return null;
      if (test && !isTruthy(test(frame))) continue;
      set(frame, value);
      value = step(frame);
    }
    return value;
  };
}

function threadedName({ at, end }: Form): SymbolForm {
  return { kind: "symbol", name: THREADED, at, end };
}

/** The step as a call with the value in it; a bare function is called with the value alone. */
export function threaded(step: Form, into: Into, value: Form): Form {
  const { at, end } = step;
  if (step.kind !== "list") return { kind: "list", items: [step, value], at, end };
  const [head, ...args] = step.items;
  if (!head) failForm(step, "A step is a function or a call.");
  return { ...step, items: into === "first" ? [head, value, ...args] : [head, ...args, value] };
}
