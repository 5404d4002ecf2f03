import { nearest } from "../../suggest";
import { BUILTINS } from "../builtins";
import { type LispError, LispFault } from "../errors";
import { formOfForeignName } from "../foreign";
import type { Form, GroupForm } from "../read/forms";
import { compiledPattern } from "../regex/patterns";
import { arityText, type Run, withOffset } from "../run";
import { type Builtin, Regex, type Value } from "../values";
import { FORMS } from "./form-table";
import { analyzeShort } from "./functions";
import { failForm } from "./list-forms";
import { analyzeLiteral } from "./literals";
import { analyzeSymbol, globalNode, type Meaning, meaningOf, meantBy } from "./names";
import { callAt, constant, type Node, sequence, valuesOf } from "./node";
import { type Global, type Loop, Scope, Unit } from "./scope";

/** More issues than this help nobody. */
const MAX_ISSUES = 50;

/** A program, ready to be evaluated any number of times. */
export type Analyzed = { node: Node; slots: number; globals: number; dataUses: Unit["dataUses"] };

/**
 * Makes the forms of a source ready, and finds what is wrong with them without running: forms that are none, unknown
 * names, known functions called with too few or too many arguments. Issues come in the order of the source.
 */
export function analyzeForms(
  forms: readonly Form[],
  tools?: ReadonlySet<string>,
  truths?: ReadonlySet<number>,
): { analyzed: Analyzed; issues: readonly LispError[] } {
  const unit = new Unit(analyzeForm, tools, truths);
  const scope = Scope.ofProgram(unit);
  const node = sequence(scope.analyzeAll(forms));
  const own = [...unit.globals.values()]
    .filter(({ definitionCount }) => definitionCount > 0)
    .map(({ name }) => name);
  const uses = [...unit.globals.values()].flatMap((global) => wrongUses(global));
  const issues = [...unit.issues, ...uses].sort((a, b) => offsetOf(a) - offsetOf(b)).slice(0, MAX_ISSUES);
  const analyzed = { node, slots: scope.body.slots, globals: unit.globals.size, dataUses: unit.dataUses };
  return { analyzed, issues: issues.map((issue) => withSuggestion(issue, own)) };
}

const KNOWN: readonly string[] = [...FORMS.keys(), ...BUILTINS.keys()];

type WrongUse = LispError & { unknown?: string };

function wrongUses({ name, definitionCount, arity, uses }: Global): readonly WrongUse[] {
  if (definitionCount === 0) {
    const message = `There is no "${name}".`;
    return uses.map(({ at }) => ({ code: "unbound_symbol", message, at, unknown: name }));
  }
  if (definitionCount > 1 || !arity) return [];
  const [least, most] = arity;
  return uses.flatMap(({ at, args = least }) => {
    if (args >= least && args <= most) return [];
    return [{ code: "arity_error" as const, message: arityText(name, arity, args), at }];
  });
}

/** Names are compared only for issues that are shown. */
function withSuggestion({ unknown, ...issue }: WrongUse, own: readonly string[]): LispError {
  const form = unknown && formOfForeignName(unknown);
  if (form) return { ...issue, message: `${issue.message} Write ${form}.` };
  const near = unknown && (nearest(unknown, own) ?? meantBy(unknown) ?? nearest(unknown, KNOWN));
  return near ? { ...issue, message: `${issue.message} Did you mean "${near}"?` } : issue;
}

function offsetOf({ at = 0 }: LispError): number {
  return at;
}

/** One form, ready to be evaluated. Throws the fault that makes it none. */
function analyzeForm(form: Form, scope: Scope, loop?: Loop): Node {
  if (form.kind === "constant") {
    if (form.value instanceof Regex) checkRegex(form, form.value, scope);
    return constant(form.value);
  }
  if (form.kind === "symbol") {
    if (FORMS.has(form.name) && !scope.find(form.name)) {
      failForm(form, `"${form.name}" is a form, and stands only at the head of a list.`);
    }
    return analyzeSymbol(form, scope);
  }
  if (form.kind === "list") return analyzeList(form, scope, loop);
  return form.kind === "short" ? analyzeShort(form, scope) : analyzeLiteral(form, scope);
}

/** A regex that cannot be read is found before anything is evaluated. */
function checkRegex(form: Form, regex: Regex, { unit }: Scope): void {
  try {
    compiledPattern(regex, unit.machine);
  } catch (thrown) {
    if (thrown instanceof LispFault && thrown.error.code === "type_error") {
      failForm(form, thrown.message, "parse_error");
    }
    throw thrown;
  }
}

/** A form of the language, unless the program hides it by a name of its own; else a call. `()` is an empty vector. */
function analyzeList(form: GroupForm, scope: Scope, loop?: Loop): Node {
  const [head] = form.items;
  if (!head) return constant([]);
  if (head.kind !== "symbol") return analyzeCall(form, head, scope);
  const analyze = scope.find(head.name) ? undefined : FORMS.get(head.name);
  return analyze ? analyze(form, scope, loop) : analyzeCall(form, head, scope);
}

/** `(f a b)`: the function first, then its arguments from left to right. */
function analyzeCall(form: GroupForm, head: Form, scope: Scope): Node {
  const meaning: Meaning =
    head.kind === "symbol" ? meaningOf(head, scope) : { kind: "value", node: scope.analyze(head) };
  const args = form.items.slice(1).map((item) => scope.analyze(item));
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
    throw withOffset(thrown, at, args);
  }
}
