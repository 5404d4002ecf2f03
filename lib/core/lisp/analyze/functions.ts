import { raise } from "../errors";
import type { Form, GroupForm } from "../read/forms";
import { arityText, type Run } from "../run";
import { Fn, type Value } from "../values";
import { type AnalyzeList, failForm, MANY, partsOf } from "./list-forms";
import { runLoop } from "./loops";
import { type Frame, type Node, sequence, valuesOf } from "./node";
import { analyzePattern, analyzeRest, type Binder, plainName, restOf, splitRest } from "./patterns";
import type { Body, Global, Scope } from "./scope";

/** `(fn name? [a b] body…)` or `(fn name? ([a] …) ([a b] …))`; the name is seen inside alone. */
export const analyzeFn: AnalyzeList = (form, scope) => {
  const parts = partsOf(form, 1, MANY, "(fn name? [names] body…)");
  const [first] = parts as [Form];
  return first.kind === "symbol"
    ? functionOf(form, plainName(first), parts.slice(1), scope).node
    : functionOf(form, undefined, parts, scope).node;
};

/** `(def name "text"? value)`: a name for the whole program. Gives the value. */
export const analyzeDef: AnalyzeList = (form, scope) => {
  const parts = partsOf(form, 2, 3, '(def name "text"? value)');
  const [first, last] = [parts[0] as Form, parts.at(-1) as Form];
  const value = scope.analyze(last);
  return assign(scope.unit.define(plainName(first)), value);
};

/** `(defn name "text"? [a b] body…)`: a function that sees itself and every other global. */
export const analyzeDefn: AnalyzeList = (form, scope) => {
  const [first, ...parts] = partsOf(form, 2, MANY, '(defn name "text"? [names] body…)');
  const name = plainName(first as Form);
  const described = parts[0]?.kind === "constant" && typeof parts[0].value === "string";
  const global = scope.unit.define(name);
  const made: FunctionNode = functionOf(form, name, described ? parts.slice(1) : parts, scope);
  global.arity = made.arity;
  return assign(global, made.node);
};

/** `#(f % %2 %&)`: a function of as many arguments as the highest `%n` in it. */
export const analyzeShort: AnalyzeList = (form, scope) => {
  const used = parametersIn(form);
  const inner = scope.ofFunction();
  const params: Binder[] = [];
  const highest = Math.max(0, ...[...used].map((name) => Number(name.slice(1)) || 0));
  for (let n = 1; n <= highest; n += 1) params.push(inner.declare(`%${n}`));
  const bindRest = used.has("%&") ? inner.declare("%&") : undefined;
  const call: GroupForm = { ...form, kind: "list" };
  const result = inner.analyze(call, { arity: params.length + (bindRest ? 1 : 0) });
  return functionNode(form, "#()", [{ body: inner.body, result, bindSelf: undefined, params, bindRest }])
    .node;
};

/** One list of parameters with its body. */
type Overload = {
  readonly body: Body;
  readonly result: Node;
  readonly bindSelf: Binder | undefined;
  readonly params: readonly Binder[];
  readonly bindRest: Binder | undefined;
};

/** A function that is created whenever the form is evaluated, and how many arguments it takes. */
type FunctionNode = { node: Node; arity: Fn["arity"] };

/** A function from `[a b] body…`, or from several `([a b] body…)`. */
function functionOf(
  form: GroupForm,
  name: string | undefined,
  parts: readonly Form[],
  scope: Scope,
): FunctionNode {
  if (parts[0]?.kind !== "list") return functionNode(form, name, [analyzeOverload(form, parts, name, scope)]);
  const overloads = parts.map((part) => {
    if (part.kind !== "list") failForm(part, "A list of a vector of names and a body is expected here.");
    return analyzeOverload(part, part.items, name, scope);
  });
  return functionNode(form, name, overloads);
}

function analyzeOverload(
  form: Form,
  [names, ...body]: readonly Form[],
  name: string | undefined,
  scope: Scope,
): Overload {
  if (names?.kind !== "vector") failForm(names ?? form, "A function begins with a vector of names.");
  const inner = scope.ofFunction();
  const bindSelf = name === undefined ? undefined : inner.declare(name);
  const { first, rest } = splitRest(names.items);
  const params = first.map((param) => analyzePattern(param, inner));
  const bindRest = rest && analyzeRest(rest, inner);
  const arity = params.length + (bindRest ? 1 : 0);
  return {
    body: inner.body,
    result: sequence(inner.analyzeAll(body, { arity })),
    bindSelf,
    params,
    bindRest,
  };
}

/** Several versions as one function; throws `analysis_error` where two would take the same call. */
function functionNode(form: GroupForm, name = "fn", overloads: readonly Overload[] = []): FunctionNode {
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

function assign({ index }: Global, value: Node): Node {
  return (frame) => {
    const given = value(frame);
    frame.run.globals[index] = given;
    return given;
  };
}

/** The `%` names of a short function; `%` is `%1`. Throws `analysis_error` for one inside another. */
function parametersIn(form: GroupForm): ReadonlySet<string> {
  const names = new Set<string>();
  const left: Form[] = [...form.items];
  for (let next = left.pop(); next; next = left.pop()) {
    if (next.kind === "short") failForm(next, "#() cannot stand inside #(); use fn for one of them.");
    if (next.kind === "symbol" && next.name.startsWith("%")) names.add(next.name === "%" ? "%1" : next.name);
    if (next.kind !== "symbol" && next.kind !== "constant") left.push(...next.items);
  }
  return names;
}
