import { raise } from "../../errors";
import { countGraphemes } from "../../graphemes";
import { type Builtin, builtin, type Machine } from "../../machine";
import type { Value } from "../../values";
import { argument } from "../define";
import { converted, type Directive } from "./conversions";
import { spendText, TextBuilder, textOf } from "./text";

/** Flags, width, precision and conversion; what does not read as all that is a lone percent sign. */
const DIRECTIVE = /%(?:([-+ 0,]*)(\d*)(?:\.(\d+))?([a-zA-Z%]))?/g;

/**
 * Values in a template (docs/predicates.md, "Functions"): `%s %d %f %e %x %o %b %c`, `%%` and `%n`, with a width, a
 * precision, and the flags `-` left, `0` zeros, `+` and space for the sign, `,` thousands. A value too few throws
 * `arity_error`, one that does not fit `type_error`; values too many are left out.
 */
export const FORMAT: readonly Builtin[] = [
  builtin("format", [1], ([template = null, ...values], machine) => {
    return format(textOf(template), values, machine);
  }),
];

function format(template: string, values: readonly Value[], machine: Machine): string {
  const draft = new TextBuilder(machine);
  spendText(template.length, machine);
  let from = 0;
  let used = 0;
  for (const { 0: token, 1: flags = "", 2: width, 3: precision, 4: conversion, index } of template.matchAll(
    DIRECTIVE,
  )) {
    if (conversion === undefined) raise("type_error", "A percent sign in a template is written %%.");
    draft.add(template.slice(from, index));
    from = index + token.length;
    const directive: Directive = {
      flags,
      width: Number(width),
      precision: precision === undefined ? undefined : Number(precision),
      conversion,
    };
    if (conversion === "n") draft.add("\n");
    else if (conversion === "%") addPadded("%", directive, draft, machine);
    else {
      if (used === values.length) raise("arity_error", `There is no value for ${token}.`);
      addValue(argument(values, used++), directive, draft, machine);
    }
  }
  draft.add(template.slice(from));
  return draft.build();
}

function addValue(value: Value, directive: Directive, draft: TextBuilder, machine: Machine): void {
  const { sign, body, takesZeros } = converted(value, directive, machine);
  const zeros = takesZeros && directive.flags.includes("0") && !directive.flags.includes("-");
  if (!zeros) return addPadded(sign + body, directive, draft, machine);
  draft.add(sign);
  addPadding("0", directive.width - sign.length - body.length, draft, machine);
  draft.add(body);
}

function addPadded(text: string, { flags, width }: Directive, draft: TextBuilder, machine: Machine): void {
  const missing = width === 0 ? 0 : width - countGraphemes(text, machine);
  if (!flags.includes("-")) addPadding(" ", missing, draft, machine);
  draft.add(text);
  if (flags.includes("-")) addPadding(" ", missing, draft, machine);
}

/** Counted before it is built, so that a width of a milliard ends in a fault and not in a string. */
function addPadding(fill: string, count: number, draft: TextBuilder, machine: Machine): void {
  if (count <= 0) return;
  machine.allocate(2 * count);
  draft.add(fill.repeat(count));
}
