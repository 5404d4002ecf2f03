import { isSameJson, type Json } from "../../json";
import { getOwn } from "../../own";
import type { PotentialOutcome } from "../schema";
import { FIELDS, readSection, type StepFields } from "../step-text/fields";
import { type Label, type LabelContext, labelTitle } from "../step-text/labels";
import { splitText } from "../step-text/lines";
import { type StepPart, type StepReferences, splitStep } from "../step-text/sections";

/**
 * A label with its value as lines of Step text: in the plainest of its forms that reads back as the same value, as
 * JSON where none does.
 */
export function writeSection(
  label: Exclude<Label, "detail">,
  value: Json,
  context: LabelContext,
  references?: StepReferences,
): string[] {
  const json = inline(label, JSON.stringify(value));
  const readsBack = (lines: string[]) => isSameJson(readBack(lines, context, label, references), value);
  return formsOf(label, value).find(readsBack) ?? json;
}

/** The parts that lines would be read as inside a step; undefined if they would not stay inside it. */
export function partsOf(lines: readonly string[], context: LabelContext): StepPart[] | undefined {
  const { steps } = splitText(["Step 1: A", ...lines, "Step 2: B"].join("\n"));
  const [first, , third] = steps;
  return steps.length === 2 && first && !third ? splitStep(first.lines, context) : undefined;
}

/** A text below its label; lines so far in are never headers. */
export function indented(text: string): string[] {
  return text.split("\n").map((line) => (line === "" ? "" : `    ${line}`));
}

function readBack(
  lines: readonly string[],
  context: LabelContext,
  label: Label,
  references?: StepReferences,
): unknown {
  const [part, another] = partsOf(lines, context) ?? [];
  if (!part || another || !("label" in part) || part.label !== label) return undefined;
  const fields: StepFields = { task: {}, review: {}, gate: {}, agent: {}, tools: [] };
  if (readSection(part, fields, references).length > 0) return undefined;
  if (label === "tools") return fields.tools;
  if (label === "outcomes") return fields.review.potentialOutcomes;
  const { of, key } = FIELDS[label as keyof typeof FIELDS];
  return getOwn(fields[of], key);
}

function formsOf(label: Label, value: Json): string[][] {
  if (typeof value === "boolean") return [inline(label, value ? "yes" : "no")];
  if (typeof value === "number") return [inline(label, timeText(label, value))];
  if (typeof value === "string") return [inline(label, value), below(label, indented(value))];
  if (!Array.isArray(value) || value.length === 0 || label === "inputJson") return [];
  if (label === "outcomes") {
    const outcomes = value as PotentialOutcome[];
    return [
      below(
        label,
        outcomes.map(({ decision, when }) => item(`${decision} - ${when}`)),
      ),
    ];
  }
  const texts = value as string[];
  if (label === "points") return [below(label, texts.map(item))];
  const named = inline(label, texts.join(", "));
  return label === "dependsOn" || label === "previous" ? [inline(label, numbered(texts)), named] : [named];
}

const inline = (label: Label, text: string): string[] => [`- ${labelTitle(label)}: ${text}`];
const below = (label: Label, lines: readonly string[]): string[] => [`- ${labelTitle(label)}:`, ...lines];
const item = (text: string): string => `  * ${text}`;

function timeText(label: Label, value: number): string {
  if (label === "timeout" || label === "deadline")
    return value % 1_000 === 0 ? `${value / 1_000} seconds` : `${value} ms`;
  return label === "approvalTimeout" || label === "gateTimeout" ? `${value} seconds` : `${value}`;
}

/** "Steps 1, 3" for ids of steps. */
function numbered(ids: readonly string[]): string {
  const numbers = ids.map((id) => id.replace(/^step_/, ""));
  return `${ids.length === 1 ? "Step" : "Steps"} ${numbers.join(", ")}`;
}
