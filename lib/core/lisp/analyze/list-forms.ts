import { type LispErrorCode, LispFault } from "../errors";
import type { Form, GroupForm } from "../read/forms";
import type { Node } from "./node";
import type { Loop, Scope } from "./scope";

/** How a form is made ready; `loop` is what `recur` goes back to, where `recur` may stand. */
export type AnalyzeList = (form: GroupForm, scope: Scope, loop?: Loop) => Node;

/** Any number of parts. */
export const MANY = Number.POSITIVE_INFINITY;

/** The parts of a form behind its name; throws `analysis_error` where there are too few or too many. */
export function partsOf(form: GroupForm, least: number, most: number, usage: string): readonly Form[] {
  const parts = form.items.slice(1);
  if (parts.length < least || parts.length > most) failForm(form, `It is written ${usage}.`);
  return parts;
}

/** Throws at a form, `analysis_error` unless it is another fault. */
export function failForm(form: Form, message: string, code: LispErrorCode = "analysis_error"): never {
  throw new LispFault({ code, message, at: form.at });
}
