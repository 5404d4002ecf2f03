import { isSameJson, type Json } from "../../json";
import { getOwn } from "../../own";
import { isBuiltInAgent } from "../agents";
import { reviewDefaults } from "../defaults";
import { type KnownNames, unreadLine } from "../read/account";
import { kindOfTitle } from "../read/guards/title-type";
import { gateSpec, type Task, task as taskSchema } from "../schema";
import { FIELDS, readSection, type StepFields } from "../step-text/fields";
import { type Label, labelTitle } from "../step-text/labels";
import { readHeader, readLine } from "../step-text/lines";
import { type StepReferences, textOf } from "../step-text/sections";
import { type Detail, detailsOf, hasReviewLabels, looksLikeHead } from "../step-text/step";
import { partsOf, writeSection } from "./section";

const DEFAULTS = {
  task: taskSchema.parse({ id: "x", title: "" }) as Record<string, unknown>,
  gate: gateSpec.parse({}) as Record<string, unknown>,
};
/** Written before the details, or by rules of their own. */
const APART = new Set<Label>(["agent", "dependsOn", "input", "inputJson"]);

/** A step with its number; `tools` are those to name for its agent. */
export type WrittenStep = { task: Task; number: number; tools: readonly string[] };

/** The lines of a step, such as `readStep` reads back as the task. */
export function writeStep(
  { task, number, tools }: WrittenStep,
  references: StepReferences,
  known: KnownNames,
): string[] {
  const plain = `Step ${number}: ${task.title}`;
  const isPlain = isLine(task.title) && readHeader(readLine(plain))?.title === task.title;
  const { type, subject } = kindOfTitle(isPlain ? task.title : "");
  const { review, gate } = specsOf(task);
  const isTyped =
    type !== task.type ||
    (task.type === "planning_review" && !review) ||
    (task.type === "human_review" && !gate);
  const subjectOf = isTyped ? "" : subject;
  const section = (label: Exclude<Label, "detail">, value: unknown) =>
    writeSection(label, value as Json, task.type, references);
  const agentUnsaid = task.type === "task" ? "supervisor" : "default";
  return [
    isPlain ? plain : `Step ${number}:`,
    ...(references.resolve(number).includes(task.id) && task.id === `step_${number}`
      ? []
      : headLine("id", task.id)),
    ...(isPlain ? [] : [`- Task title: ${JSON.stringify(task.title)}`]),
    ...(isTyped ? [`- Task type: ${task.type}`] : []),
    ...(task.agent === agentUnsaid ? [] : section("agent", task.agent)),
    ...(tools.length === 0 ? [] : section("tools", tools)),
    ...(isSameJson(task.dependsOn, references.last()) ? [] : dependsOnLines(task, section)),
    ...detailLines(task, known),
    ...inputLines(task, section),
    ...fieldLines("task", task, DEFAULTS.task, section),
    ...(review
      ? fieldLines(
          "review",
          review,
          impliedBy(isTyped, reviewDefaults(review.template), "focus", subjectOf),
          section,
        )
      : []),
    ...(gate
      ? fieldLines("gate", gate, impliedBy(isTyped, DEFAULTS.gate, "prompt", subjectOf), section)
      : []),
  ];
}

type Section = (label: Exclude<Label, "detail">, value: unknown) => string[];

/** Only reviews can say what they review, only human gates what they ask. */
function specsOf(task: Task) {
  return {
    review: task.type === "planning_review" ? task.review : undefined,
    gate: task.type === "human_review" ? task.gate : undefined,
  };
}

function headLine(label: string, value: string): string[] {
  const isPlain = isLine(value) && !value.startsWith('"') && value.trim() === value;
  return [`- Task ${label}: ${isPlain ? value : JSON.stringify(value)}`];
}

const isLine = (text: string): boolean => text !== "" && !/[\r\n]/.test(text);

function dependsOnLines({ dependsOn }: Task, section: Section): string[] {
  return dependsOn.length === 0 ? [`- ${labelTitle("dependsOn")}: none`] : section("dependsOn", dependsOn);
}

/** What a step has without saying it. Of a review by type alone something has to be said. */
function impliedBy(
  isTyped: boolean,
  defaults: object,
  key: string,
  subject: string,
): Record<string, unknown> {
  if (isTyped) return { ...defaults, [key]: undefined };
  return subject === "" ? { ...defaults } : { ...defaults, [key]: subject };
}

function inputLines({ input }: Task, section: Section): string[] {
  if (input === "") return [];
  return section(typeof input === "string" ? "input" : "inputJson", input);
}

function fieldLines(
  kind: "task" | "review" | "gate",
  values: object,
  implied: Record<string, unknown>,
  section: Section,
): string[] {
  const entries = Object.entries({ ...FIELDS, outcomes: { of: "review", key: "potentialOutcomes" } });
  return entries.flatMap(([name, { of, key }]) => {
    const label = name as Exclude<Label, "detail">;
    const value = getOwn(values as Record<string, unknown>, key);
    if (of !== kind || APART.has(label) || value === undefined || isSameJson(value, getOwn(implied, key)))
      return [];
    return section(label, value);
  });
}

/** Details as lines: code blocks and deeper lines as they are, what would be read as anything else in quotes. */
function detailLines(task: Task, known: KnownNames): string[] {
  const advice = toolAdvice(task);
  if (advice !== undefined) {
    const others = { ...task, details: task.details.slice(0, -1) };
    return [...detailLines({ ...others, agent: "" }, known), advice];
  }
  const { details } = task;
  const readsBack = (lines: string[]) => {
    const read: Detail[] = [];
    for (const part of partsOf(lines, task.type) ?? []) {
      if (!("label" in part) && (part.verbatim || unreadLine(part.text, known) === undefined))
        read.push(part);
      else if (!("label" in part)) return false;
      else if (part.label === "detail") read.push(textOf(part));
      else return false;
    }
    return isSameJson(detailsOf(read), details);
  };
  const forms = [asWritten(task, known), details.map((text) => bulleted(text, task, known))];
  // By a label that only reviews have, work would be one.
  const isWork = (lines: string[]) =>
    task.type !== "task" || !hasReviewLabels(partsOf(lines, "planning_review"));
  return forms.find((lines) => readsBack(lines) && isWork(lines)) ?? details.map(quoted);
}

/** The last line of a step without an agent of its own, when it is what its `Tool:` label was read as. */
function toolAdvice({ agent, details, type }: Task): string | undefined {
  const last = details.at(-1) ?? "";
  const line = `- ${last}`;
  const [part] = last.startsWith("Tool: ") && isBuiltInAgent(agent) ? (partsOf([line], type) ?? []) : [];
  if (!part || !("label" in part)) return undefined;
  const fields: StepFields = { task: {}, review: {}, gate: {}, agent: {}, tools: [] };
  const left = readSection(part, fields);
  return left.length === 0 && last === `Tool: ${fields.tools.join(", ")}` ? line : undefined;
}

function asWritten(task: Task, known: KnownNames): string[] {
  let fenced = false;
  return task.details.map((text) => {
    const fence = /^(?:`{3}|~{3})/.test(text.trim());
    if (fence) fenced = !fenced;
    return fence || fenced || (/^ +\S/.test(text) && !looksLikeHead(text))
      ? text
      : bulleted(text, task, known);
  });
}

function bulleted(text: string, task: Task, known: KnownNames): string {
  const line = `- ${text}`;
  if (unreadLine(text, known) !== undefined || hasReviewLabels(partsOf([line], "planning_review")))
    return quoted(text);
  const [part, another] = looksLikeHead(line) ? [] : (partsOf([line], task.type) ?? []);
  return part && !another && !("label" in part) && part.text === text ? line : quoted(text);
}

const quoted = (text: string): string => `- Detail: ${JSON.stringify(text)}`;
