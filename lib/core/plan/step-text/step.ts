import { parseJson } from "../../json";
import { isBuiltInAgent } from "../agents";
import { completeReview } from "../defaults";
import { type KnownNames, unreadLine } from "../read/account";
import { asOneOf } from "../read/fields";
import { termsOf } from "../read/gate";
import { speaksOfControl } from "../read/guards/asking";
import { holdTitle, kindOfTitle } from "../read/guards/title-type";
import type { Report } from "../read/report";
import { type GateSpec, gateSpec, type Task, task as taskSchema } from "../schema";
import { TASK_TYPES, type TaskType } from "../words";
import { readSection, type StepFields } from "./fields";
import { BLOCK_LABELS, labelTitle, REVIEW_LABELS } from "./labels";
import { type Line, readLine, type StepBlock } from "./lines";
import {
  leastIndent,
  type Section,
  type StepPart,
  type StepReferences,
  splitStep,
  textOf,
  writtenText,
} from "./sections";

/** A step as a task, with the tools that it names for its agent; `approval`: what a person has to agree to before the work is done. */
export type TextStep = { task: Task; tools: string[]; approval?: GateSpec };

/** What the first lines of a step say of it: labels that only count there (docs/plans.md, "Plans as text"). */
export type StepHead = { id?: string; type?: TaskType; title?: string; lines: Line[] };

const HEAD = /^task (id|type|title)\s*:\s*(.*)$/is;

type DetailLine = Pick<Line, "indent" | "bullet" | "trimmed" | "text">;
/** A line of the details; or one that is meant just as it is. */
export type Detail = DetailLine | string;

/** Takes `Task id:`, `Task type:` and `Task title:` off the beginning of a step, in any order. */
export function readStepHead({ title, lines }: StepBlock): StepHead {
  const head: StepHead = { lines: [] };
  for (const [index, line] of lines.entries()) {
    const [, label = "", value = ""] = HEAD.exec(line.text) ?? [];
    if (line.trimmed !== "" && !takeHead(head, label.toLowerCase(), value, title)) {
      return { ...head, lines: lines.slice(index) };
    }
  }
  return head;
}

/** Would this text, as the first line of a step, be one of those labels? */
export function looksLikeHead(text: string): boolean {
  return HEAD.test(readLine(text).text);
}

function takeHead(head: StepHead, label: string, value: string, title: string): boolean {
  const quoted = value.startsWith('"') ? parseJson(value) : undefined;
  const text = typeof quoted === "string" ? quoted : value;
  const type = label === "type" ? asOneOf(text, TASK_TYPES) : undefined;
  if (label === "id" && text !== "" && head.id === undefined) head.id = text;
  else if (label === "title" && title === "" && head.title === undefined) head.title = text;
  else if (type && !head.type) head.type = type;
  else return false;
  return true;
}

/**
 * Lines of a step that begin a paragraph of their own, at the indent of its header, and what stands below a heading or a colon
 * among them: in a text whose steps have none, they are no step's (docs/plans.md, "Words around a plan").
 */
export function paragraphsOf(block: StepBlock, head: StepHead): Line[][] {
  const type = head.type ?? kindOfStep(block.title, head).type;
  const parts = splitStep(head.lines, type);
  const plain = new Set(parts.filter((part) => !("label" in part)));
  // A text that a label begins may go on below it, as an item of Markdown does.
  const texts = new Set(
    parts.flatMap((part) => ("label" in part && BLOCK_LABELS.has(part.label) ? part.last : [])),
  );
  const found: Line[][] = [];
  let open: Line[] | undefined;
  for (const [index, line] of block.lines.entries()) {
    const above = block.lines[index - 1];
    const isLoose = plain.has(line) && !line.verbatim && line.bullet === "" && line.indent <= block.indent;
    if (line.trimmed === "") {
      if (!open?.some(opensList)) open = undefined;
    } else if (open && plain.has(line) && (line.bullet === "" || open.some(opensList))) open.push(line);
    else if (isLoose && above && !texts.has(above) && !(plain.has(above) && above.bullet === "")) {
      open = [line];
      found.push(open);
    } else open = undefined;
  }
  return found.filter((lines) => lines.some(({ trimmed }) => saysAnything(trimmed)));
}

/** Has words or figures, or a sign that asks to stop. */
const saysAnything = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) || speaksOfControl(text);
const opensList = ({ trimmed }: Line): boolean => /^#{1,6}\s|:[*_]*$|^[*_]{2}[^*_]+[*_]{2}$/u.test(trimmed);

/** Reads one step of a Step text (docs/plans.md, "Step text"), without the lines that are not its own. */
export function readStep(
  block: StepBlock,
  id: string,
  references: StepReferences,
  report: Report,
  known: KnownNames,
  head: StepHead = readStepHead(block),
  others: ReadonlySet<Line> = new Set(),
): TextStep {
  const { type, subject } = head.type
    ? { type: head.type, subject: undefined }
    : kindOfStep(block.title, head);
  const fields: StepFields = { task: {}, review: {}, gate: {}, agent: {}, tools: [] };
  const kept: Detail[] = [];
  for (const part of splitStep(head.lines, type)) {
    if (!("label" in part)) {
      if (others.has(part)) continue;
      const why = part.verbatim ? undefined : unreadLine(part.text, known);
      if (why === undefined) {
        if (!part.verbatim)
          report.mention({ path: `${id}.details[${kept.length}]`, text: part.text, owner: id });
        kept.push(part);
      } else report.unread(`${id}.details[${kept.length}]`, part.text, why);
    } else if (part.label === "detail") kept.push(textOf(part));
    else kept.push(...leftOf(part, readSection(part, fields, references), id, report));
  }
  const details = detailsOf(kept);
  const agent = fields.task.agent as string | undefined;
  const ownAgent = agent !== undefined && !isBuiltInAgent(agent);
  // Without an agent of the step's own, its tools are advice to the supervisor, who has them all.
  if (!ownAgent && fields.tools.length > 0) details.push(`Tool: ${fields.tools.join(", ")}`);
  const task = taskSchema.parse({
    id,
    title: head.title ?? (block.title || details[0] || `Step ${block.number}`),
    type,
    agent: type === "task" ? "supervisor" : undefined,
    details,
    dependsOn: references.last(),
    ...fields.task,
  });
  if (type === "planning_review" && hasFields(fields.review, subject)) {
    const given = { ...(subject && { focus: subject }), ...fields.review };
    task.review = completeReview(given, `${id}.template`, report, id);
  }
  const { approval: wanted, ...terms } = fields.gate;
  if (type === "human_review") {
    // That a person has to agree is what it is; people or teams that its label names are asked, too.
    const said = typeof wanted === "string" ? termsOf(wanted, `${id}.needsApproval`, report) : undefined;
    const prompt = [terms.prompt ?? subject, said?.prompt].filter(Boolean).join("\n");
    if (hasFields(terms, subject) || prompt !== "" || said?.assignees.length)
      task.gate = gateSpec.parse({ assignees: said?.assignees, ...terms, prompt });
  }
  holdTitle(task, id, report);
  const step = { task, tools: ownAgent ? fields.tools : [] };
  const hasTerms =
    type !== "human_review" && type !== "planning_review" && Object.keys(fields.gate).length > 0;
  const given = hasTerms ? approvalOf(wanted, terms, { id, report }) : undefined;
  return given ? { ...step, approval: given } : step;
}

/** The gate before a step, from its labels; undefined where they say that there is none. */
function approvalOf(
  wanted: unknown,
  terms: Record<string, unknown>,
  { id, report }: { id: string; report: Report },
): GateSpec | undefined {
  const said = typeof wanted === "string" ? termsOf(wanted, `${id}.needsApproval`, report) : undefined;
  if (said === undefined && Object.keys(terms).length === 0) return;
  return gateSpec.parse({ ...said, ...terms });
}

/** What a step is by its title, or by the labels that only a review has. */
function kindOfStep(title: string, { lines }: StepHead): { type: TaskType; subject: string | undefined } {
  const kind = kindOfTitle(title);
  if (kind.type !== "task") return kind;
  return hasReviewLabels(splitStep(lines, "planning_review"))
    ? { type: "planning_review", subject: undefined }
    : kind;
}

/** A step is a review by some of its labels, whatever its title. */
export const hasReviewLabels = (parts: readonly StepPart[] = []): boolean =>
  parts.some((part) => "label" in part && REVIEW_LABELS.has(part.label));

/** A label without a value is a line like others; one whose value cannot be read is an error. */
function leftOf(part: Section, left: string[], id: string, report: Report): DetailLine[] {
  if (left.length > 0 && writtenText(part) !== "") {
    report.notUnderstood(`${id}.${part.label}`, left.join("\n"), `what "${labelTitle(part.label)}:" takes`);
    return [];
  }
  // Who asks for an approval, and names neither people nor a yes, asks for one all the same.
  if (left.length > 0 && (part.label === "needsApproval" || part.label === "humanApproval")) {
    report.unread(
      `${id}.${part.label}`,
      left.join("\n"),
      `says neither yes nor who: "${labelTitle(part.label)}: yes"`,
    );
    return [];
  }
  return left.map((text) => ({ indent: part.head.indent, bullet: "", trimmed: text, text }));
}

/** A step that is a review by its title is one with everything; by its type alone, with what it says. */
function hasFields(fields: Record<string, unknown>, subject: string | undefined): boolean {
  return subject !== undefined || Object.keys(fields).length > 0;
}

/** The lines without their common indent; a bullet at the outermost level is no part of the text. */
export function detailsOf(lines: readonly Detail[]): string[] {
  const base = lines.filter((line) => typeof line !== "string").reduce(leastIndent, Number.POSITIVE_INFINITY);
  return lines.map((line) => {
    if (typeof line === "string") return line;
    if (line.indent > base) return " ".repeat(line.indent - base) + line.trimmed;
    return line.bullet === "1." ? line.trimmed : line.text;
  });
}
