import { BUILTINS } from "../builtins";
import type { LispError } from "../errors";
import type { Form } from "../read/forms";
import { arityText } from "../run";
import { analyseForm } from "./analyse-form";
import { FORMS } from "./form-table";
import { type Node, sequence } from "./node";
import { type Global, Scope, Unit } from "./scope";
import { nearest } from "./suggest";

/** More issues than this help nobody. */
const MAX_ISSUES = 50;

/** A program, ready to be evaluated any number of times. */
export type Analysed = { node: Node; slots: number; globals: number; dataUses: Unit["dataUses"] };

/**
 * Makes the forms of a source ready, and finds what is wrong with them without running: forms that are none, unknown
 * names, known functions called with too few or too many arguments. Issues come in the order of the source.
 */
export function analyseForms(
  forms: readonly Form[],
  tools?: ReadonlySet<string>,
): { analysed: Analysed; issues: readonly LispError[] } {
  const unit = new Unit(analyseForm, tools);
  const scope = Scope.ofProgram(unit);
  const node = sequence(scope.analyseAll(forms));
  const own = [...unit.globals.values()]
    .filter(({ definitionCount }) => definitionCount > 0)
    .map(({ name }) => name);
  const uses = [...unit.globals.values()].flatMap((global) => wrongUses(global));
  const issues = [...unit.issues, ...uses].sort((a, b) => offsetOf(a) - offsetOf(b)).slice(0, MAX_ISSUES);
  const analysed = { node, slots: scope.body.slots, globals: unit.globals.size, dataUses: unit.dataUses };
  return { analysed, issues: issues.map((issue) => withSuggestion(issue, own)) };
}

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
  const near = unknown && nearest(unknown, [...own, ...FORMS.keys(), ...BUILTINS.keys()]);
  return near ? { ...issue, message: `${issue.message} Did you mean "${near}"?` } : issue;
}

function offsetOf({ at = 0 }: LispError): number {
  return at;
}
