import { type Run, withOffset } from "../run";
import { isTruthy, type Value } from "../values";

/** What a function's body, or the program, runs on: its own names and those it took from around it. */
export type Frame = { readonly run: Run; readonly slots: Value[]; readonly captured: readonly Value[] };

/** A form, ready to be evaluated any number of times. */
export type Node = (frame: Frame) => Value;

export function constant(value: Value): Node {
  return () => value;
}

/** For a verdict whether the form found something: a blank text is nothing. Its value anywhere else. */
export function truthOf(node: Node): Node {
  return (frame) => {
    const value = node(frame);
    const found = isTruthy(value) && !(typeof value === "string" && value.trim() === "");
    return frame.run.judges && found ? true : value;
  };
}

/** The values of all, in order. Spends one each, so that names and constants are not free by the thousand. */
export function valuesOf(nodes: readonly Node[], frame: Frame): Value[] {
  frame.run.spend(nodes.length);
  const values: Value[] = [];
  for (const node of nodes) values.push(node(frame));
  return values;
}

/** All in order; the value of the last, nil if there is none. */
export function sequence(nodes: readonly Node[]): Node {
  const [only, second] = nodes;
  if (!only) return constant(null);
  if (!second) return only;
  return (frame) => {
    let value: Value = null;
    frame.run.spend(nodes.length);
    for (const node of nodes) value = node(frame);
    return value;
  };
}

/** Calls anything callable; a fault without a place gets that of the form. */
export function callAt(frame: Frame, callee: Value, args: readonly Value[], at: number): Value {
  try {
    return frame.run.call(callee, args);
  } catch (thrown) {
    throw withOffset(thrown, at, args);
  }
}
