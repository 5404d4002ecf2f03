import { findLastText, findText } from "../../find-text";
import { graphemeAtOffset } from "../../graphemes";
import { type Builtin, builtin, type Machine } from "../../values";
import { argument, binary, unary } from "../define";
import { offsetOf, spendText, textOf } from "./text";

/** What a string has in it, and where by graphemes (docs/predicates.md, "Functions"). */
export const SEARCH: readonly Builtin[] = [
  compared("starts-with?", (text, part) => text.startsWith(part)),
  compared("ends-with?", (text, part) => text.endsWith(part)),
  binary("includes?", (text, part, machine) => findText(textOf(text), textOf(part), 0, machine) >= 0),
  builtin("index-of", [2, 3], (args, machine) => {
    const text = textOf(argument(args, 0));
    const from = args.length < 3 ? 0 : offsetOf(text, argument(args, 2), machine);
    return graphemeIndex(findText(text, textOf(argument(args, 1)), from, machine), text, machine);
  }),
  builtin("last-index-of", [2, 3], (args, machine) => {
    const text = textOf(argument(args, 0));
    const from = args.length < 3 ? text.length : offsetOf(text, argument(args, 2), machine);
    return graphemeIndex(findLastText(text, textOf(argument(args, 1)), from, machine), text, machine);
  }),
  unary("blank?", (value, machine) => {
    if (value === null) return true;
    const text = textOf(value);
    spendText(text.length, machine);
    return text.trim() === "";
  }),
];

function compared(name: string, holds: (text: string, part: string) => boolean): Builtin {
  return binary(name, (value, part, machine) => {
    const [text, wanted] = [textOf(value), textOf(part)];
    spendText(wanted.length, machine);
    return holds(text, wanted);
  });
}

function graphemeIndex(offset: number, text: string, machine: Machine): number | null {
  return offset < 0 ? null : graphemeAtOffset(text, offset, machine);
}
