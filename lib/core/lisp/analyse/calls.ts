import type { Builtin } from "../machine";
import type { Form, GroupForm } from "../read/forms";
import { arityText, type Run, withOffset } from "../run";
import type { Value } from "../values";
import { failForm } from "./faults";
import { globalNode, type Meaning, meaningOf } from "./names";
import { callAt, type Node, valuesOf } from "./node";
import type { Scope } from "./scope";

/** `(f a b)`: the function first, then its arguments from left to right. */
export function analyseCall(form: GroupForm, head: Form, scope: Scope): Node {
  const meaning: Meaning =
    head.kind === "symbol" ? meaningOf(head, scope) : { kind: "value", node: scope.analyse(head) };
  const args = form.items.slice(1).map((item) => scope.analyse(item));
  if (meaning.kind === "builtin") return builtinCall(meaning.builtin, args, form);
  if (meaning.kind === "value") return call(meaning.node, args, form.at);
  meaning.global.uses.push({ at: form.at, args: args.length });
  return call(globalNode(meaning.global, head.at), args, form.at);
}

function call(callee: Node, args: readonly Node[], at: number): Node {
  return (frame) => {
    frame.run.step(at);
    const value = callee(frame);
    return callAt(frame, value, valuesOf(args, frame), at);
  };
}

/** Built-ins are called directly, with their arguments counted here once. */
function builtinCall(builtin: Builtin, args: readonly Node[], form: GroupForm): Node {
  const { at } = form;
  const [least, most] = builtin.arity;
  if (args.length < least || args.length > most) {
    failForm(form, arityText(builtin.name, builtin.arity, args.length), "arity_error");
  }
  const [first, second] = args;
  if (args.length === 1 && first) {
    return (frame) => {
      frame.run.step(at);
      return callBuiltin(builtin, [first(frame)], frame.run, at);
    };
  }
  if (args.length === 2 && first && second) {
    return (frame) => {
      frame.run.step(at);
      return callBuiltin(builtin, [first(frame), second(frame)], frame.run, at);
    };
  }
  return (frame) => {
    frame.run.step(at);
    return callBuiltin(builtin, valuesOf(args, frame), frame.run, at);
  };
}

function callBuiltin(builtin: Builtin, args: readonly Value[], run: Run, at: number): Value {
  try {
    return builtin.call(args, run);
  } catch (thrown) {
    throw withOffset(thrown, at);
  }
}
