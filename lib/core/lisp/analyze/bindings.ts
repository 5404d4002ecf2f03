import { itemsOf } from "../items";
import type { Form, GroupForm } from "../read/forms";
import type { Value } from "../values";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";

import { pairsOf } from "./literals";
import { constant, type Frame, type Node, sequence } from "./node";
import { analyzePattern, type Binder } from "./patterns";
import type { Scope } from "./scope";

/** Evaluates a value and binds it. */
type Binding = (frame: Frame) => void;

/** `(let [a 1 b (inc a)] body…)`: each binding sees those before it. */
export const analyzeLet: AnalyzeList = (form, scope, loop) => {
  const [names, ...body] = partsOf(form, 1, MANY, "(let [name value…] body…)");
  const inner = scope.inner();
  const bindings = bindingsOf(names as Form, inner);
  const result = sequence(inner.analyzeAll(body, loop));
  return (frame) => {
    for (const bind of bindings) {
      frame.run.step(form.at);
      bind(frame);
    }
    return result(frame);
  };
};

/** The bindings of a vector, one after the other, declared in this scope. */
export function bindingsOf(names: Form, scope: Scope): readonly Binding[] {
  return pairsOf(bindingVector(names).items).map(([pattern, value]) => {
    const node = scope.analyze(value);
    const bind = analyzePattern(pattern, scope);
    return (frame) => bind(frame, node(frame));
  });
}

/** A vector of patterns and values; throws `analysis_error` for anything else. */
export function bindingVector(form: Form): GroupForm {
  if (form.kind !== "vector") failForm(form, "A vector of names and values is expected here.");
  if (form.items.length % 2 === 1) failForm(form, "A name in this vector has no value.");
  return form;
}

type Test = (value: Value) => boolean;
export const isSome: Test = (value) => value !== null;

/** `if-let` and `if-some`: the name is bound only where the test holds. */
export function analyzeIfBound(name: string, test: Test): AnalyzeList {
  return (form, scope, loop) => {
    const [names, then, otherwise] = partsOf(form, 2, 3, `(${name} [name value] then else)`);
    const inner = scope.inner();
    const bound = oneBinding(names as Form, inner);
    const chosen = inner.analyze(then as Form, loop);
    return boundChoice(
      form.at,
      bound,
      test,
      chosen,
      otherwise ? scope.analyze(otherwise, loop) : constant(null),
    );
  };
}

/** `when-let` and `when-some`. */
export function analyzeWhenBound(name: string, test: Test): AnalyzeList {
  return (form, scope, loop) => {
    const [names, ...body] = partsOf(form, 1, MANY, `(${name} [name value] body…)`);
    const inner = scope.inner();
    const bound = oneBinding(names as Form, inner);
    return boundChoice(form.at, bound, test, sequence(inner.analyzeAll(body, loop)), constant(null));
  };
}

/** `(when-first [x items] body…)`: the body with the first item, nil where there is none. */
export const analyzeWhenFirst: AnalyzeList = (form, scope, loop) => {
  const [names, ...body] = partsOf(form, 1, MANY, "(when-first [name items] body…)");
  const inner = scope.inner();
  const { value, bind } = oneBinding(names as Form, inner);
  const then = sequence(inner.analyzeAll(body, loop));
  return (frame) => {
    frame.run.step(form.at);
    const [first] = frame.run.atOffset(form.at, () => itemsOf(value(frame), frame.run));
    if (first === undefined) return null;
    bind(frame, first);
    return then(frame);
  };
};

type Bound = { value: Node; bind: Binder };

function oneBinding(form: Form, scope: Scope): Bound {
  const [pattern, value, more] = bindingVector(form).items;
  if (!pattern || !value || more) failForm(form, "One name and one value are expected here.");
  const node = scope.analyze(value);
  return { value: node, bind: analyzePattern(pattern, scope) };
}

function boundChoice(at: number, { value, bind }: Bound, test: Test, then: Node, otherwise: Node): Node {
  return (frame) => {
    frame.run.step(at);
    const found = value(frame);
    if (!test(found)) return otherwise(frame);
    bind(frame, found);
    return then(frame);
  };
}
