import type { Form, GroupForm } from "../read/forms";
import { failForm } from "./faults";
import { type FunctionNode, functionNode, functionOf } from "./functions";
import { type AnalyseList, MANY, partsOf } from "./list-forms";
import type { Node } from "./node";
import { type Binder, plainName } from "./patterns";
import type { Global } from "./scope";

/** `(fn name? [a b] body…)` or `(fn name? ([a] …) ([a b] …))`; the name is seen inside alone. */
export const analyseFn: AnalyseList = (form, scope) => {
  const parts = partsOf(form, 1, MANY, "(fn name? [names] body…)");
  const [first] = parts as [Form];
  return first.kind === "symbol"
    ? functionOf(form, plainName(first), parts.slice(1), scope).node
    : functionOf(form, undefined, parts, scope).node;
};

/** `(def name "text"? value)`: a name for the whole program. Gives the value. */
export const analyseDef: AnalyseList = (form, scope) => {
  const parts = partsOf(form, 2, 3, '(def name "text"? value)');
  const [first, last] = [parts[0] as Form, parts.at(-1) as Form];
  const value = scope.analyse(last);
  return assign(scope.unit.define(plainName(first)), value);
};

/** `(defn name "text"? [a b] body…)`: a function that sees itself and every other global. */
export const analyseDefn: AnalyseList = (form, scope) => {
  const [first, ...parts] = partsOf(form, 2, MANY, '(defn name "text"? [names] body…)');
  const name = plainName(first as Form);
  const described = parts[0]?.kind === "constant" && typeof parts[0].value === "string";
  const global = scope.unit.define(name);
  const made: FunctionNode = functionOf(form, name, described ? parts.slice(1) : parts, scope);
  global.arity = made.arity;
  return assign(global, made.node);
};

function assign({ index }: Global, value: Node): Node {
  return (frame) => {
    const given = value(frame);
    frame.run.globals[index] = given;
    return given;
  };
}

/** `#(f % %2 %&)`: a function of as many arguments as the highest `%n` in it. */
export const analyseShort: AnalyseList = (form, scope) => {
  const used = parametersIn(form);
  const inner = scope.ofFunction();
  const params: Binder[] = [];
  const highest = Math.max(0, ...[...used].map((name) => Number(name.slice(1)) || 0));
  for (let n = 1; n <= highest; n += 1) params.push(inner.declare(`%${n}`));
  const bindRest = used.has("%&") ? inner.declare("%&") : undefined;
  const call: GroupForm = { ...form, kind: "list" };
  const result = inner.analyse(call, { arity: params.length + (bindRest ? 1 : 0) });
  return functionNode(form, "#()", [{ body: inner.body, result, bindSelf: undefined, params, bindRest }])
    .node;
};

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
