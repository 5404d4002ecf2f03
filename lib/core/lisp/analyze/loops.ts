import type { Form } from "../read/forms";
import { arityText } from "../run";
import { Sym, type Value } from "../values";
import { bindingVector } from "./bindings";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";

import { pairsOf } from "./literals";
import { type Frame, type Node, sequence, valuesOf } from "./node";
import { analyzePattern } from "./patterns";

/** What a body gives when it ended in `recur`; no program ever sees it. */
const RECUR: Value = new Sym("recur");

/** `(loop [name value…] body…)`. */
export const analyzeLoop: AnalyzeList = (form, scope) => {
  const [names, ...body] = partsOf(form, 1, MANY, "(loop [name value…] body…)");
  const inner = scope.inner();
  const bindings = pairsOf(bindingVector(names as Form).items).map(([pattern, value]) => ({
    value: inner.analyze(value),
    bind: analyzePattern(pattern, inner),
  }));
  const result = sequence(inner.analyzeAll(body, { arity: bindings.length }));
  return (frame) => {
    for (const { value, bind } of bindings) {
      frame.run.step(form.at);
      bind(frame, value(frame));
    }
    return runLoop(frame, result, form.at, (values) => {
      for (const [index, { bind }] of bindings.entries()) bind(frame, values[index] ?? null);
    });
  };
};

/** `(recur value…)`: the loop or function around it goes round again with these values. */
export const analyzeRecur: AnalyzeList = (form, scope, loop) => {
  const args = form.items.slice(1).map((item) => scope.analyze(item));
  if (!loop) failForm(form, "recur stands only where a loop or a function would end.");
  const { arity } = loop;
  if (args.length !== arity) failForm(form, arityText("recur", [arity, arity], args.length), "arity_error");
  return (frame) => {
    frame.run.recurArgs = valuesOf(args, frame);
    return RECUR;
  };
};

/** Evaluates a body until it ends otherwise than in `recur`; `bind` takes the values of each next round. */
export function runLoop(
  frame: Frame,
  body: Node,
  at: number,
  bind: (values: readonly Value[]) => void,
): Value {
  let value = body(frame);
  for (let rounds = 1; value === RECUR; rounds += 1) {
    frame.run.round(rounds, at);
    bind(frame.run.recurArgs);
    value = body(frame);
  }
  return value;
}
