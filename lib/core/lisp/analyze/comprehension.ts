import { chargeItems, itemsOf } from "../items";
import type { Form } from "../read/forms";
import { isTruthy, Keyword, type Value } from "../values";

import { bindingsOf, bindingVector } from "./bindings";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";

import { pairsOf } from "./literals";
import { type Frame, sequence } from "./node";
import { analyzePattern } from "./patterns";
import type { Scope } from "./scope";

/** Does what is left of the form for what is bound; false ends the items of the nearest names (`:while`). */
type Visit = (frame: Frame, out: Value[]) => boolean;

/** `(for [x items :let […] :when test :while test y more] value)`: a vector, as there are no lazy sequences. */
export const analyzeFor: AnalyzeList = (form, scope) => {
  const [names, value] = partsOf(form, 2, 2, "(for [name items…] value)");
  const inner = scope.inner();
  const visit = clauses(names as Form, inner, () => {
    const node = inner.analyze(value as Form);
    return (frame, out) => {
      const item = node(frame);
      frame.run.atOffset(form.at, () => chargeItems(1, frame.run));
      out.push(item);
      return true;
    };
  });
  return (frame) => {
    const out: Value[] = [];
    visit(frame, out);
    return out;
  };
};

/** `(doseq [x items…] body…)`: the same for nothing but its body; nil. */
export const analyzeDoseq: AnalyzeList = (form, scope) => {
  const [names, ...body] = partsOf(form, 1, MANY, "(doseq [name items…] body…)");
  const inner = scope.inner();
  const visit = clauses(names as Form, inner, () => {
    const node = sequence(inner.analyzeAll(body));
    return (frame) => {
      node(frame);
      return true;
    };
  });
  return (frame) => {
    visit(frame, []);
    return null;
  };
};

/** The clauses from left to right, each around those behind it, `last` in the middle. */
function clauses(names: Form, scope: Scope, last: () => Visit): Visit {
  const pairs = pairsOf(bindingVector(names).items);
  const first = pairs[0]?.[0];
  if (!first || keywordName(first)) failForm(first ?? names, "A name and its items come first.");
  const nest = (index: number): Visit => {
    const pair = pairs[index];
    if (!pair) return last();
    return scope.deeper(() => clause(pair, scope, () => nest(index + 1)));
  };
  return nest(0);
}

function clause([head, value]: [Form, Form], scope: Scope, rest: () => Visit): Visit {
  const keyword = keywordName(head);
  if (keyword === "let") {
    const bindings = bindingsOf(value, scope);
    const inner = rest();
    return (frame, out) => {
      frame.run.spend(bindings.length);
      for (const bind of bindings) bind(frame);
      return inner(frame, out);
    };
  }
  const node = scope.analyze(value);
  if (keyword === "when" || keyword === "while") {
    const inner = rest();
    return (frame, out) => {
      frame.run.step(value.at);
      return isTruthy(node(frame)) ? inner(frame, out) : keyword === "when";
    };
  }
  if (keyword !== undefined) failForm(head, "There are :let, :when and :while.");
  const bind = analyzePattern(head, scope);
  const inner = rest();
  return (frame, out) => {
    const { run } = frame;
    const items = node(frame);
    for (const item of run.atOffset(value.at, () => itemsOf(items, run))) {
      run.step(head.at);
      bind(frame, item);
      if (!inner(frame, out)) break;
    }
    return true;
  };
}

/** The name of a keyword. */
function keywordName(form: Form): string | undefined {
  return form.kind === "constant" && form.value instanceof Keyword ? form.value.name : undefined;
}
