import { asFlag, asWord } from "./fields";
import { type PotentialOutcome, readOutcome, splitOutcomes } from "./outcomes";
import { REVIEW_TIMEOUTS, type ReviewSpec } from "./schema";
import { stepNumbers } from "./step-numbers";
import type { Section } from "./text-step";

/** What the labelled sections of a step say. */
export type StepFields = {
  agent?: string;
  tools: string[];
  verification?: string;
  replaces?: string;
  dependsOn?: string[];
  review: Partial<ReviewSpec>;
};

/** What the numbers in a step mean. */
export type StepReferences = {
  /** Id of the step before, if there is one. */
  last: () => string[];
  /** Ids of the steps before, in order. */
  before: () => readonly string[];
  /** The tasks with a step number. */
  resolve: (number: number) => readonly string[];
};

const AGENT = /^[\w.-]+(?: [\w.-]+){0,2}$/;
const ID = /^[\w.-]+$/;
const NOTHING = /^(?:none|nothing|n\/a|-)$/i;

/** Takes a section into the fields; returns the parts of it that were not understood, as lines for the details. */
export function readSection(section: Section, fields: StepFields, references: StepReferences): string[] {
  const value = unquote(section.values.join(section.label === "verify" ? "\n" : " "));
  const all = section.lines.map((line) => line.text);
  const take = <K extends keyof StepFields>(key: K, taken: StepFields[K] | undefined): string[] => {
    if (taken === undefined || fields[key] !== undefined) return all;
    fields[key] = taken;
    return [];
  };
  const takeReview = <K extends keyof ReviewSpec>(key: K, taken: ReviewSpec[K] | undefined): string[] => {
    if (taken === undefined || fields.review[key] !== undefined) return all;
    fields.review[key] = taken;
    return [];
  };
  if (value === "") return all;
  switch (section.label) {
    case "agent":
      return take("agent", AGENT.test(value) ? value : undefined);
    case "tools":
      return readTools(section, fields) ? [] : all;
    case "verify":
      return take("verification", /^\(|\bdata\//.test(value) ? value : undefined);
    case "replaces":
      return take("replaces", readId(value));
    case "dependsOn":
      return take("dependsOn", NOTHING.test(value) ? [] : readIds(section, references));
    case "focus":
      return takeReview("focus", value);
    case "previous":
      return takeReview("previousTasks", readIds(section, references));
    case "points":
      return takeReview("decisionPoints", readPoints(section));
    case "outcomes":
      return readOutcomes(section, fields);
    case "humanApproval":
      return takeReview("requiresHumanApproval", asFlag(value));
    case "approvalTimeout":
      return takeReview("approvalTimeoutSeconds", readSeconds(value));
    case "onTimeout":
      return takeReview("onTimeout", asWord(value, REVIEW_TIMEOUTS));
  }
}

function unquote(value: string): string {
  return value.trim().replace(/^`([^`]*)`$/, "$1");
}

function readTools({ values }: Section, fields: StepFields): boolean {
  const names = values.flatMap((value) => value.split(",")).map(unquote);
  if (!names.every((name) => /^[\w.:/-]+$/.test(name))) return false;
  fields.tools.push(...names);
  return true;
}

/** One id: as it is written, or of a step number. What a task replaces is never a step of the same text. */
function readId(value: string): string | undefined {
  const numbers = stepNumbers(value);
  if (Array.isArray(numbers) && numbers.length === 1) return `step_${numbers[0]}`;
  return ID.test(value) ? value : undefined;
}

function readIds({ values }: Section, { before, resolve }: StepReferences): string[] | undefined {
  const text = values.join(", ");
  const numbers = stepNumbers(text);
  if (numbers === "all") return [...before()];
  if (numbers) return [...new Set(numbers.flatMap(resolve))];
  const ids = text.split(",").map(unquote);
  return ids.every((id) => ID.test(id)) ? ids : undefined;
}

/** Questions one below the other; several beside the label are divided at their question marks. */
function readPoints({ inline, values: [first = "", ...others] }: Section): string[] {
  return [...(inline ? first.split(/(?<=\?)\s+/) : [first]), ...others];
}

function readOutcomes({ inline, values: [first = "", ...others] }: Section, fields: StepFields): string[] {
  const outcomes: PotentialOutcome[] = [];
  const left = [...(inline ? splitOutcomes(first) : [first]), ...others].filter((value) => {
    const outcome = readOutcome(value);
    if (outcome) outcomes.push(outcome);
    return !outcome;
  });
  fields.review.potentialOutcomes = [...(fields.review.potentialOutcomes ?? []), ...outcomes];
  return left;
}

function readSeconds(value: string): number | undefined {
  const [, digits] = /^(\d{1,9})\s*(?:s|secs?|seconds?)?$/i.exec(value) ?? [];
  return digits === undefined || Number(digits) < 1 ? undefined : Number(digits);
}
