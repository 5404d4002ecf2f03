import {
  BLOCK_LABELS,
  type Label,
  type LabelContext,
  LIST_LABELS,
  labelNamed,
  MULTILINE_LABELS,
} from "./text-labels";
import { type Line, stripBold } from "./text-lines";

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
export function splitStep(lines: readonly Line[], context: LabelContext): StepPart[] {
  const parts: StepPart[] = [];
  let open: Section | undefined;
  for (const line of lines) {
    if (line.trimmed === "") {
      if (open && BLOCK_LABELS.has(open.label)) open.lines.push(line);
      continue;
    }
    const labelled = readLabel(line, context);
    if (labelled && !(open && isItem(line, open, labelled.label))) {
      const { label, value } = labelled;
      const values = value === "" ? [] : [value];
      open = { label, inline: value !== "", values, lines: [line], head: line, last: line };
      parts.push(open);
    } else if (open && belongs(line, open)) {
      appendLine(open, line);
    } else {
      open = undefined;
      parts.push(line);
    }
  }
  return parts;
}

function readLabel(
  { text, verbatim }: Line,
  context: LabelContext,
): { label: Label; value: string } | undefined {
  if (verbatim) return undefined;
  const [, named, value = ""] = LABEL.exec(text) ?? [];
  // Without a colon a line is a label if it is nothing else, and more than one word.
  const name = (named ?? stripBold(text))
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();
  const label = labelNamed(name, context);
  if (label === undefined || (named === undefined && !name.includes(" "))) return undefined;
  // A detail may well begin so: only one in quotation marks was written by `writePlanText`.
  if (label === "detail" && !/^\s*".*"$/s.test(value)) return undefined;
  return { label, value: BLOCK_LABELS.has(label) ? value.trim() : stripBold(value) };
}

/** Inside a list only the names of other lists are labels, inside a block none: "Agent:" there is part of an item. */
function isItem(line: Line, open: Section, label: Label): boolean {
  if (line.indent <= open.head.indent) return false;
  return BLOCK_LABELS.has(open.label) || (LIST_LABELS.has(open.label) && !LIST_LABELS.has(label));
}

function belongs(line: Line, { label, inline, head, flat }: Section): boolean {
  const list = LIST_LABELS.has(label);
  if (line.indent > head.indent) {
    if (!inline || BLOCK_LABELS.has(label) || (list && label !== "previous")) return true;
    return MULTILINE_LABELS.has(label) && line.bullet === "";
  }
  if (!list || inline || line.indent !== head.indent) return false;
  if (line.bullet !== head.bullet) return line.bullet !== "";
  return flat ?? true;
}

function appendLine(open: Section, line: Line): void {
  const { label, values, head } = open;
  open.flat ??= line.indent === head.indent && line.bullet === head.bullet;
  const above = values.at(-1);
  const wraps = line.bullet === "" && line.indent > open.last.indent;
  const continues = above !== undefined && (MULTILINE_LABELS.has(label) || (LIST_LABELS.has(label) && wraps));
  if (continues) values.splice(-1, 1, `${above}${label === "verify" ? "\n" : " "}${line.text}`);
  else values.push(line.text);
  open.lines.push(line);
  open.last = line;
}
