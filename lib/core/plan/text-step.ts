import { type Line, undress } from "./text-lines";

/** The labels of Step text, each with the spellings that mean it (docs/plans.md, "Step text"). */
const LABELS = {
  agent: ["agent"],
  tools: ["tool", "tools"],
  verify: ["verify"],
  replaces: ["replaces"],
  dependsOn: ["depends on", "dependencies"],
  focus: ["review focus", "focus"],
  previous: ["previous steps", "previous step", "previous tasks"],
  points: ["decision points", "decision point"],
  outcomes: ["potential outcomes", "possible outcomes"],
  humanApproval: ["requires human approval"],
  approvalTimeout: ["approval timeout", "approval timeout seconds"],
  onTimeout: ["on timeout"],
} as const satisfies Record<string, readonly string[]>;

export type Label = keyof typeof LABELS;

/** A label with its value: what stands beside it, and the lines below that belong to it. */
export type Section = { label: Label; inline: boolean; values: string[]; lines: Line[] };
export type StepPart = Line | Section;

const LABEL_OF: ReadonlyMap<string, Label> = new Map(
  Object.entries(LABELS).flatMap(([label, names]) => names.map((name) => [name, label as Label] as const)),
);
const LISTS = new Set<Label>(["previous", "points", "outcomes"]);
const OF_REVIEWS = new Set<Label>([...LISTS, "focus", "humanApproval", "approvalTimeout", "onTimeout"]);
/** Labels whose inline value may go on in the next lines. */
const LONG = new Set<Label>(["focus", "verify"]);
const LABEL = /^(?:\*\*|__)?([A-Za-z][A-Za-z_ ]{1,40}?)(?:\*\*|__)?\s*:(.*)$/;

/** Divides the lines of a step into labelled sections and details, in order. Blank lines are neither. */
export function splitStep(lines: readonly Line[], isReview: boolean): StepPart[] {
  const parts: StepPart[] = [];
  let open: Section | undefined;
  for (const line of lines) {
    if (line.trimmed === "") continue;
    const labelled = readLabel(line, isReview);
    if (labelled && !(open && isItem(line, open, labelled.label))) {
      const { label, value } = labelled;
      open = { label, inline: value !== "", values: value === "" ? [] : [value], lines: [line] };
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

function readLabel({ text, verbatim }: Line, isReview: boolean): { label: Label; value: string } | undefined {
  if (verbatim) return undefined;
  const [, named, value = ""] = LABEL.exec(text) ?? [];
  // Without a colon a line is a label if it is nothing else, and more than one word.
  const name = (named ?? undress(text))
    .replace(/[_\s]+/g, " ")
    .trim()
    .toLowerCase();
  const label = LABEL_OF.get(name);
  if (label === undefined || (OF_REVIEWS.has(label) && !isReview)) return undefined;
  return named === undefined && !name.includes(" ") ? undefined : { label, value: undress(value) };
}

/** Deeper inside a list only the names of other lists are labels; "Agent:" there is part of an item. */
function isItem(line: Line, open: Section, label: Label): boolean {
  return LISTS.has(open.label) && isDeeper(line, open) && !LISTS.has(label);
}

function belongs(line: Line, open: Section): boolean {
  const list = LISTS.has(open.label);
  if (isDeeper(line, open)) {
    if (!open.inline || (list && open.label !== "previous")) return true;
    return LONG.has(open.label) && line.bullet === "";
  }
  const [head, ...items] = open.lines;
  if (!list || open.inline || line.indent !== head?.indent) return false;
  if (line.bullet !== head.bullet) return line.bullet !== "";
  // A list that is not indented at all: it looks like its label.
  return items.every((item) => item.indent === head.indent && item.bullet === head.bullet);
}

function isDeeper(line: Line, { lines }: Section): boolean {
  return line.indent > (lines[0]?.indent ?? 0);
}

function addTo(open: Section, line: Line): void {
  const { label, values, lines } = open;
  const above = values.at(-1);
  const wraps = line.bullet === "" && line.indent > (lines.at(-1)?.indent ?? 0);
  const goesOn = above !== undefined && (LONG.has(label) || (LISTS.has(label) && wraps));
  if (goesOn) values.splice(-1, 1, `${above}${label === "verify" ? "\n" : " "}${line.text}`);
  else values.push(line.text);
  lines.push(line);
}
