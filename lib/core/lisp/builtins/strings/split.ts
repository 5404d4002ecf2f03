import { chargeItems, itemsOf } from "../../items";
import { printPlain } from "../../print";
import { type Builtin, builtin, type Machine, Regex, type Value } from "../../values";

import { amountOf, argument } from "../define";
import { spansOf } from "./spans";
import { chargeText, ofText, TextBuilder, textOf } from "./text";

const LINE_END = new Regex("\\r?\\n");

/** Strings taken apart and put together (docs/predicates.md, "Functions"). */
export const SPLIT: readonly Builtin[] = [
  builtin("split", [2, 3], (args, machine) => {
    const limit = amountOf(args.length < 3 ? 0 : argument(args, 2));
    return split(textOf(argument(args, 0)), argument(args, 1), limit, machine);
  }),
  ofText("split-lines", (text, machine) => split(text, LINE_END, 0, machine)),
  builtin("join", [1, 2], (args, machine) => {
    const separator = args.length === 1 ? "" : printPlain(argument(args, 0), machine);
    const draft = new TextBuilder(machine);
    for (const [index, item] of itemsOf(argument(args, args.length - 1), machine).entries()) {
      if (index > 0) draft.add(separator);
      draft.add(printPlain(item, machine));
    }
    return draft.build();
  }),
];

/**
 * The parts between the matches, so many at most if the limit is above zero. Without a limit empty parts at the end are
 * left out; an empty match at the start separates nothing.
 */
function split(text: string, separator: Value, limit: number, machine: Machine): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  const add = (to: number) => {
    chargeItems(1, machine);
    chargeText(to - from, machine);
    parts.push(text.slice(from, to));
  };
  for (const { start, end } of spansOf(text, separator, machine)) {
    if (limit > 0 && parts.length >= limit - 1) break;
    if (end === 0) continue;
    add(start);
    from = end;
  }
  add(text.length);
  if (limit === 0 && parts.length > 1) while (parts.at(-1) === "") parts.pop();
  return parts;
}
