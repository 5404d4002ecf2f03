import { raise } from "../errors";
import type { Form, GroupForm } from "../read/forms";
import { arityText, type Run } from "../run";
import { Fn, type Value } from "../values";
import { failForm } from "./faults";
import { runLoop } from "./loops";
import { type Frame, type Node, sequence, valuesOf } from "./node";
import { analysePattern, analyseRest, type Binder, restOf, splitRest } from "./patterns";
import type { Body, Scope } from "./scope";

/** One list of parameters with its body. */
export type Overload = {
  readonly body: Body;
  readonly result: Node;
  readonly bindSelf: Binder | undefined;
  readonly params: readonly Binder[];
  readonly bindRest: Binder | undefined;
};

/** A function that is made anew whenever the form is evaluated, and how many arguments it takes. */
export type FunctionNode = { node: Node; arity: Fn["arity"] };

/** A function from `[a b] body…`, or from several `([a b] body…)`. */
export function functionOf(
  form: GroupForm,
  name: string | undefined,
  parts: readonly Form[],
  scope: Scope,
): FunctionNode {
  if (parts[0]?.kind !== "list") return functionNode(form, name, [analyseOverload(form, parts, name, scope)]);
  const overloads = parts.map((part) => {
    if (part.kind !== "list") failForm(part, "A list of a vector of names and a body is expected here.");
    return analyseOverload(part, part.items, name, scope);
  });
  return functionNode(form, name, overloads);
}

function analyseOverload(
  form: Form,
  [names, ...body]: readonly Form[],
  name: string | undefined,
  scope: Scope,
): Overload {
  if (names?.kind !== "vector") failForm(names ?? form, "A function begins with a vector of names.");
  const inner = scope.ofFunction();
  const bindSelf = name === undefined ? undefined : inner.declare(name);
  const { first, rest } = splitRest(names.items);
  const params = first.map((param) => analysePattern(param, inner));
  const bindRest = rest && analyseRest(rest, inner);
  const arity = params.length + (bindRest ? 1 : 0);
  return {
    body: inner.body,
    result: sequence(inner.analyseAll(body, { arity })),
    bindSelf,
    params,
    bindRest,
  };
}

/** Several versions as one function; throws `analysis_error` where two would take the same call. */
export function functionNode(
  form: GroupForm,
  name = "fn",
  overloads: readonly Overload[] = [],
): FunctionNode {
  const counts = overloads.map(({ params }) => params.length);
  const open = overloads.filter(({ bindRest }) => bindRest);
  const fixed = overloads.filter(({ bindRest }) => !bindRest).map(({ params }) => params.length);
  if (open.length > 1 || new Set(fixed).size < fixed.length) {
    failForm(form, "Two lists of parameters of this function take the same number of arguments.");
  }
  const most = open.length > 0 ? Number.POSITIVE_INFINITY : Math.max(...counts);
  const arity = [Math.min(...counts), most] as const;
  const node: Node = (frame) => {
    frame.run.step(form.at);
    frame.run.spend(overloads.length);
    const bound = overloads.map((one) => ({ ...one, captured: valuesOf(one.body.captures, frame) }));
    const fn: Fn = new Fn(name, arity, (args) => apply(fn, bound, args, frame.run, form.at));
    return fn;
  };
  return { node, arity };
}

/** Room for 16 names costs a step, used or not. */
const SLOTS_PER_STEP_BITS = 4;

type BoundOverload = Overload & { readonly captured: readonly Value[] };

function apply(fn: Fn, bound: readonly BoundOverload[], args: readonly Value[], run: Run, at: number): Value {
  const fit = bound.find(({ params, bindRest }) => !bindRest && params.length === args.length);
  const chosen = fit ?? bound.find(({ params, bindRest }) => bindRest && params.length <= args.length);
  if (!chosen) raise("arity_error", arityText(fn.name, fn.arity, args.length));
  const { body, captured, params, bindRest, result } = chosen;
  run.spend(bound.length + (body.slots >> SLOTS_PER_STEP_BITS));
  const frame: Frame = { run, slots: new Array(body.slots), captured };
  run.enter(body.height);
  chosen.bindSelf?.(frame, fn);
  bindAll(params, args, frame);
  bindRest?.(frame, restOf(args, params.length, run));
  const value = runLoop(frame, result, at, (values) => {
    bindAll(params, values, frame);
    bindRest?.(frame, values[params.length] ?? null);
  });
  run.leave(body.height);
  return value;
}

function bindAll(params: readonly Binder[], values: readonly Value[], frame: Frame): void {
  frame.run.spend(params.length);
  for (const [index, bind] of params.entries()) bind(frame, values[index] as Value);
}
