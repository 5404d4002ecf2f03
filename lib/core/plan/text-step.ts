import { BLOCKS, type Label, LISTS, LONG, labelNamed, type Place } from "./text-labels";
import { type Line, undress } from "./text-lines";

/** A label with its value: what stands beside it, and the lines below that belong to it. */
export type Section = {
  label: Label;
  inline: boolean;
  values: string[];
  lines: Line[];
  /** The label's own line, and the last one so far. */
  head: Line;
  last: Line;
  /** A list of items that stand at the label's own indent with its bullet; unknown before the first. */
  flat?: boolean;
};
export type StepPart = Line | Section;

const LABEL = /^(?:\*\*|__)?([A-Za-z][A-Za-z_ ]{1,40}?)(?:\*\*|__)?\s*:(.*)$/s;

/** Divides the lines of a step into labelled sections and details, in order. Blank lines count only inside a block. */
export function splitStep(lines: readonly Line[], place: Place): StepPart[] {
  const parts: StepPart[] = [];
  let open: Section | undefined;
  for (const line of lines) {
    if (line.trimmed === "") {
      if (open && BLOCKS.has(open.label)) open.lines.push(line);
      continue;
    }
    const labelled = readLabel(line, place);
    if (labelled && !(open && isItem(line, open, labelled.label))) {
      const { label, value } = labelled;
      const values = value === "" ? [] : [value];
      open = { label, inline: value !== "", values, lines: [line], head: line, last: line };
      parts.push(open);
    } else if (open && belongs(line, open)) {
      addTo(open, line);
    } else {
      open = undefined;
      parts.push(line);
    }
  }
  return parts;
}

function readLabel({ text, verbatim }: Line, place: Place): { label: Label; value: string } | undefined {
  if (verbatim) return undefined;
  const [, named, value = ""] = LABEL.exec(text) ?? [];
  // Without a colon a line is a label if it is nothing else, and more than one word.
  const name = (named ?? undress(text))
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();
  const label = labelNamed(name, place);
  if (label === undefined || (named === undefined && !name.includes(" "))) return undefined;
  // A detail may well begin so: only one in quotation marks was written by `writePlanText`.
  if (label === "detail" && !/^\s*".*"$/s.test(value)) return undefined;
  return { label, value: BLOCKS.has(label) ? value.trim() : undress(value) };
}

/** Inside a list only the names of other lists are labels, inside a block none: "Agent:" there is part of an item. */
function isItem(line: Line, open: Section, label: Label): boolean {
  if (line.indent <= open.head.indent) return false;
  return BLOCKS.has(open.label) || (LISTS.has(open.label) && !LISTS.has(label));
}

function belongs(line: Line, { label, inline, head, flat }: Section): boolean {
  const list = LISTS.has(label);
  if (line.indent > head.indent) {
    if (!inline || BLOCKS.has(label) || (list && label !== "previous")) return true;
    return LONG.has(label) && line.bullet === "";
  }
  if (!list || inline || line.indent !== head.indent) return false;
  if (line.bullet !== head.bullet) return line.bullet !== "";
  return flat ?? true;
}

function addTo(open: Section, line: Line): void {
  const { label, values, head } = open;
  open.flat ??= line.indent === head.indent && line.bullet === head.bullet;
  const above = values.at(-1);
  const wraps = line.bullet === "" && line.indent > open.last.indent;
  const goesOn = above !== undefined && (LONG.has(label) || (LISTS.has(label) && wraps));
  if (goesOn) values.splice(-1, 1, `${above}${label === "verify" ? "\n" : " "}${line.text}`);
  else values.push(line.text);
  open.lines.push(line);
  open.last = line;
}
