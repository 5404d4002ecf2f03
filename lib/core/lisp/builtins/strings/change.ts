import { offsetOfGrapheme } from "../../graphemes";
import { type Builtin, builtin, type Machine } from "../../values";
import { argument } from "../define";
import { chargeText, offsetOf, ofText, textOf } from "./text";

/** Letters whose other case is longer become three characters at most. */
const MAX_UNITS_PER_LETTER = 3;

/** Strings made of one string (docs/predicates.md, "Functions"). */
export const CHANGE: readonly Builtin[] = [
  builtin("subs", [2, 3], (args, machine) => {
    const text = textOf(argument(args, 0));
    const from = offsetOf(text, argument(args, 1), machine);
    const to = args.length < 3 ? text.length : offsetOf(text, argument(args, 2), machine);
    return part(text, from, to, machine);
  }),
  cased("upper-case", (text) => text.toUpperCase()),
  cased("lower-case", (text) => text.toLowerCase()),
  ofText("capitalize", (text, machine) => {
    chargeText(MAX_UNITS_PER_LETTER * text.length, machine);
    const rest = offsetOfGrapheme(text, 1, machine);
    return text.slice(0, rest).toUpperCase() + text.slice(rest).toLowerCase();
  }),
  trimmed("trim", (text) => text.trim()),
  trimmed("triml", (text) => text.trimStart()),
  trimmed("trimr", (text) => text.trimEnd()),
];

function part(text: string, from: number, to: number, machine: Machine): string {
  chargeText(Math.max(0, to - from), machine);
  return text.slice(from, Math.max(from, to));
}

function cased(name: string, change: (text: string) => string): Builtin {
  return ofText(name, (text, machine) => {
    chargeText(MAX_UNITS_PER_LETTER * text.length, machine);
    return change(text);
  });
}

function trimmed(name: string, change: (text: string) => string): Builtin {
  return ofText(name, (text, machine) => {
    chargeText(text.length, machine);
    return change(text);
  });
}
