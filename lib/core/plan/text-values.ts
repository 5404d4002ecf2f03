import { stepNumbers } from "./step-numbers";
import { jsonOf } from "./text-json";
import { BLOCK_LABELS } from "./text-labels";
import type { Line } from "./text-lines";
import type { Section } from "./text-step";

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

/** The value as one text. A JSON string stands for what it says. */
export function textOf(section: Section): string {
  const text = writtenText(section);
  const quoted = text.startsWith('"') ? jsonOf(text) : undefined;
  return typeof quoted === "string" ? quoted : text;
}

/** The value as one text, just as it is written. */
export function writtenText(section: Section): string {
  if (BLOCK_LABELS.has(section.label)) return blockOf(section);
  return unquote(section.values.join(section.label === "verify" ? "\n" : " "));
}

/** The texts of a list in JSON; undefined for anything else. */
export function jsonTexts(text: string): string[] | undefined {
  const list = text.startsWith("[") ? jsonOf(text) : undefined;
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
