import { isBuiltInAgent } from "./agents";
import type { Report } from "./report";
import { type GateSpec, gateSpec, reviewSpec, type Task, type TaskType, task as taskSchema } from "./schema";
import { readSection, type StepFields, type StepReferences } from "./text-fields";
import type { Line, StepBlock } from "./text-lines";
import { splitStep } from "./text-step";

/** A step as a task, with the tools that it names for its agent. */
export type TextStep = { task: Task; tools: string[] };

const DASH = "[-\\u2010-\\u2015\\u2212:]+";
const REVIEW = new RegExp(`^planning review\\s*(?:${DASH}(.*))?$`, "i");
const HUMAN = new RegExp(`^human review\\s*(?:${DASH}(.*))?$`, "i");
const SYNTHESIS = new RegExp(`^synthesis(?: gate)?\\s*${DASH}(.*)$`, "i");

type DetailLine = Pick<Line, "indent" | "bullet" | "trimmed" | "text">;

/** Reads one step of a Step text (docs/plans.md, "Step text"). */
export function readStep(block: StepBlock, id: string, references: StepReferences, report: Report): TextStep {
  const { type, subject } = kindOf(block.title);
  const fields: StepFields = { tools: [], review: {} };
  const kept: DetailLine[] = [];
  for (const part of splitStep(block.lines, type === "planning_review")) {
    if (!("label" in part)) {
      kept.push(part);
      continue;
    }
    const left = readSection(part, fields, references);
    for (const text of left) kept.push({ indent: part.head.indent, bullet: "", trimmed: text, text });
    if (left.length === 0) continue;
    const message = `Part of "${part.head.text}" was not understood; it is kept as a detail.`;
    report.warn("unknown_value", `${id}.${part.label}`, message, id);
  }
  const details = detailsOf(kept);
  const ownAgent = fields.agent !== undefined && !isBuiltInAgent(fields.agent);
  // Without an agent of the step's own, its tools are advice to the supervisor, who has them all.
  if (!ownAgent && fields.tools.length > 0) details.push(`Tool: ${fields.tools.join(", ")}`);
  const task = taskSchema.parse({
    id,
    title: block.title || details[0] || `Step ${block.number}`,
    type,
    agent: fields.agent ?? (type === "task" ? "supervisor" : undefined),
    details,
    dependsOn: fields.dependsOn ?? references.last(),
  });
  if (fields.verification !== undefined) task.verification = fields.verification;
  if (fields.replaces !== undefined) task.replaces = fields.replaces;
  if (type === "planning_review") task.review = reviewSpec.parse({ ...focusOf(subject), ...fields.review });
  if (type === "human_review") task.gate = gateOf(subject);
  return { task, tools: ownAgent ? fields.tools : [] };
}

/** Only a title that begins so, with a dash or colon or nothing after it, makes a step more than a plain task. */
function kindOf(title: string): { type: TaskType; subject: string } {
  const kinds: [TaskType, RegExp][] = [
    ["planning_review", REVIEW],
    ["human_review", HUMAN],
    ["synthesis_gate", SYNTHESIS],
  ];
  for (const [type, pattern] of kinds) {
    const match = pattern.exec(title);
    if (match) return { type, subject: match[1]?.trim() ?? "" };
  }
  return { type: "task", subject: title };
}

function focusOf(subject: string): { focus?: string } {
  return subject === "" ? {} : { focus: subject };
}

function gateOf(subject: string): GateSpec {
  return gateSpec.parse({ prompt: subject });
}

/** The lines without their common indent; a bullet at the outermost level is no part of the text. */
function detailsOf(lines: readonly DetailLine[]): string[] {
  const base = lines.reduce((least, line) => Math.min(least, line.indent), Number.POSITIVE_INFINITY);
  return lines.map(({ indent, bullet, trimmed, text }) => {
    if (indent > base) return " ".repeat(indent - base) + trimmed;
    return bullet === "1." ? trimmed : text;
  });
}
