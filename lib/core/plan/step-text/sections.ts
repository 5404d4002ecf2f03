import { parseJson } from "../../json";
import { stepNumbers } from "../read/edges/step-numbers";
import {
  BLOCK_LABELS,
  type Label,
  type LabelContext,
  LIST_LABELS,
  labelNamed,
  MULTILINE_LABELS,
} from "./labels";
import { type Line, stripBold } from "./lines";

/** Values of labels in Step text. What cannot be said plainly stands there as JSON (docs/plans.md, "Plans as text"). */

/** What the numbers and names in a step mean. */
export type StepReferences = {
  /** Ids of the steps of this text. */
  ids: ReadonlySet<string>;
  /** Id of the step before, if there is one. */
  last: () => string[];
  /** Ids of the steps before, in order. */
  before: () => readonly string[];
  /** The tasks with a step number. */
  resolve: (number: number) => readonly string[];
};

const ID = /^[\w.-]+$/;
const NOTHING = /^(?:none|nothing|n\/a|-|\[\s*\])$/i;

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

const LABEL = /^(?:\*\*|__)?(\p{L}[\p{L}_ ]{1,40}?)(?:\*\*|__)?\s*:(.*)$/su;

/** Divides the lines of a step into labeled sections and details, in order. Blank lines count only inside a block. */
export function splitStep(lines: readonly Line[], context: LabelContext): StepPart[] {
  const parts: StepPart[] = [];
  let open: Section | undefined;
  for (const line of lines) {
    if (line.trimmed === "") {
      if (open && BLOCK_LABELS.has(open.label)) open.lines.push(line);
      continue;
    }
    const labeled = readLabel(line, context);
    if (labeled && !(open && isItem(line, open, labeled.label))) {
      const { label, value } = labeled;
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
  const label = labelNamed(name, stripBold(value), context);
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

/** The value as one text. A JSON string stands for what it says. */
export function textOf(section: Section): string {
  const text = writtenText(section);
  const quoted = text.startsWith('"') ? parseJson(text) : undefined;
  return typeof quoted === "string" ? quoted : text;
}

/** The value as one text, just as it is written. */
export function writtenText(section: Section): string {
  if (BLOCK_LABELS.has(section.label)) return blockOf(section);
  return unquote(section.values.join(section.label === "verify" ? "\n" : " "));
}

/** The texts of a list in JSON; undefined for anything else. */
export function jsonTexts(text: string): string[] | undefined {
  const list = text.startsWith("[") ? parseJson(text) : undefined;
  return Array.isArray(list) && list.every((item) => typeof item === "string") ? list : undefined;
}

/** What stands beside the label and the lines below it, without their common indent. */
function blockOf({ inline, values, lines }: Section): string {
  const below = lines.slice(1);
  while (below.at(-1)?.trimmed === "") below.pop();
  const base = below.reduce(leastIndent, Number.POSITIVE_INFINITY);
  const texts = below.map(({ trimmed, indent }) =>
    trimmed === "" ? "" : " ".repeat(indent - base) + trimmed,
  );
  return [...(inline ? values.slice(0, 1) : []), ...texts].join("\n");
}

export function leastIndent(least: number, { trimmed, indent }: Pick<Line, "trimmed" | "indent">): number {
  return trimmed === "" ? least : Math.min(least, indent);
}

export function unquote(value: string): string {
  return value.trim().replace(/^`([^`]*)`$/, "$1");
}

/** One id: as it is written, or of a step number. What a task replaces is never a step of the same text. */
export function readId(section: Section): string | undefined {
  const written = writtenText(section);
  const text = textOf(section);
  if (text !== written) return text;
  const numbers = stepNumbers(text);
  if (Array.isArray(numbers) && numbers.length === 1) return `step_${numbers[0]}`;
  return ID.test(text) ? text : undefined;
}

/** Ids, by name, by number, or as a list in JSON. */
export function readIds({ values }: Section, references: StepReferences): string[] | undefined {
  const { ids: known, before, resolve } = references;
  const text = values.join(", ");
  if (NOTHING.test(text.trim())) return [];
  const listed = jsonTexts(text);
  if (listed) {
    const numbered = (id: string) => (/^\d{1,9}$/.test(id) && !known.has(id) ? resolve(Number(id)) : id);
    return listed.flatMap(numbered);
  }
  const numbers = stepNumbers(text);
  if (numbers === "all") return [...before()];
  if (numbers) return [...new Set(numbers.flatMap(resolve))];
  const ids = text.split(",").map(unquote);
  return ids.every((id) => ID.test(id)) ? ids : undefined;
}
