import { LispFault } from "../errors";
import type { Form, GroupForm } from "../read/forms";
import { compiledPattern } from "../regex/patterns";
import { Regex } from "../values";
import { analyseCall } from "./calls";
import { failForm } from "./faults";
import { FORMS } from "./form-table";
import { analyseShort } from "./function-forms";
import { analyseLiteral } from "./literals";
import { analyseSymbol } from "./names";
import { constant, type Node } from "./node";
import type { Loop, Scope } from "./scope";

/** One form, ready to be evaluated. Throws the fault that makes it none. */
export function analyseForm(form: Form, scope: Scope, loop?: Loop): Node {
  if (form.kind === "constant") {
    if (form.value instanceof Regex) checkRegex(form, form.value, scope);
    return constant(form.value);
  }
  if (form.kind === "symbol") {
    if (FORMS.has(form.name) && !scope.find(form.name)) {
      failForm(form, `"${form.name}" is a form, and stands only at the head of a list.`);
    }
    return analyseSymbol(form, scope);
  }
  if (form.kind === "list") return analyseList(form, scope, loop);
  return form.kind === "short" ? analyseShort(form, scope) : analyseLiteral(form, scope);
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
function analyseList(form: GroupForm, scope: Scope, loop?: Loop): Node {
  const [head] = form.items;
  if (!head) return constant([]);
  if (head.kind !== "symbol") return analyseCall(form, head, scope);
  const analyse = scope.find(head.name) ? undefined : FORMS.get(head.name);
  return analyse ? analyse(form, scope, loop) : analyseCall(form, head, scope);
}
