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
  return LISTS.has(open.label) && line.indent > open.head.indent && !LISTS.has(label);
}

function belongs(line: Line, { label, inline, head, flat }: Section): boolean {
  const list = LISTS.has(label);
  if (line.indent > head.indent) {
    if (!inline || (list && label !== "previous")) return true;
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
