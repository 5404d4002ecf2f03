import { readAgentExample } from "../../examples/agent";
import type { AgentExample } from "../../examples/form";
import { isJsonObject, type JsonObject, parseJson } from "../../json";
import { getOwn, setOwn } from "../../own";
import type { PlanningHints } from "../hints";
import { asPolicy, hintsOf } from "../read/agent-settings";
import { asFlag, asInteger, asOneOf, asSeconds, asUsd, Fields } from "../read/fields";
import { readOutcome, splitOutcomes } from "../read/outcomes";
import { readReflection } from "../read/reflection";
import { Report } from "../read/report";
import { canonicalCondition } from "../read/review";
import {
  CONSENSUS,
  decision,
  FAILURE_POLICIES,
  GATE_TIMEOUTS,
  type PotentialOutcome,
  REVIEW_TIMEOUTS,
} from "../schema";
import type { Label } from "./labels";
import {
  jsonTexts,
  readId,
  readIds,
  type Section,
  type StepReferences,
  textOf,
  unquote,
  writtenText,
} from "./sections";

/** What the labeled sections of a step, or of an agent, say: fields of the schemas of lib/core/plan/schema.ts. */
export type StepFields = Record<"task" | "review" | "gate" | "agent", Record<string, unknown>> & {
  tools: string[];
};

type Read = (section: Section, references: StepReferences) => unknown;
type Field = { of: "task" | "review" | "gate" | "agent"; key: string; read: Read };
/** Labels that do not just set one field. */
type OtherLabel = "tools" | "outcomes" | "detail";

const AGENT = /^[\w.-]+(?: [\w.-]+){0,2}$/;
const UNIT_MS = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

const oneOf =
  (words: readonly string[]): Read =>
  (section) =>
    asOneOf(textOf(section), words);
const flag: Read = (section) => asFlag(textOf(section));
const names: Read = (section) => jsonTexts(writtenText(section)) ?? namesIn(section);
const object: Read = (section) => {
  const value = parseJson(writtenText(section));
  return isJsonObject(value) ? value : undefined;
};
const integer =
  (min: number): Read =>
  (section) =>
    asInteger(textOf(section), min);

/** The field that each label sets, and how its value is read; undefined is what cannot be read. */
export const FIELDS: Readonly<Record<Exclude<Label, OtherLabel>, Field>> = {
  agent: { of: "task", key: "agent", read: quotedOr(AGENT) },
  verify: { of: "task", key: "verification", read: quotedOr(/^\(|\bdata\//) },
  replaces: { of: "task", key: "replaces", read: readId },
  dependsOn: { of: "task", key: "dependsOn", read: readIds },
  input: { of: "task", key: "input", read: textOf },
  inputJson: { of: "task", key: "input", read: (section) => parseJson(writtenText(section)) },
  onFailure: { of: "task", key: "onFailure", read: oneOf(FAILURE_POLICIES) },
  retries: { of: "task", key: "maxRetries", read: integer(0) },
  critical: { of: "task", key: "critical", read: flag },
  onVerificationFailure: { of: "task", key: "onVerificationFailure", read: oneOf(FAILURE_POLICIES) },
  outputSchema: {
    of: "task",
    key: "outputSchema",
    read: (section) => object(section, NONE) ?? textOf(section),
  },
  modelReview: { of: "task", key: "llmReview", read: readModelReview },
  qualityGate: { of: "task", key: "qualityGate", read: flag },
  timeout: { of: "task", key: "timeoutMs", read: (section) => readMs(textOf(section)) },
  focus: { of: "review", key: "focus", read: textOf },
  previous: { of: "review", key: "previousTasks", read: readIds },
  points: { of: "review", key: "decisionPoints", read: readPoints },
  needsApproval: { of: "gate", key: "approval", read: textOf },
  humanApproval: { of: "review", key: "requiresHumanApproval", read: flag },
  approvalTimeout: { of: "review", key: "approvalTimeoutSeconds", read: readSeconds },
  onTimeout: { of: "review", key: "onTimeout", read: oneOf(REVIEW_TIMEOUTS) },
  condition: {
    of: "review",
    key: "condition",
    read: (section) => canonicalCondition(parseJson(writtenText(section)) ?? textOf(section)),
  },
  reviewers: { of: "review", key: "reviewers", read: names },
  consensus: { of: "review", key: "consensus", read: oneOf(CONSENSUS) },
  template: { of: "review", key: "template", read: textOf },
  prompt: { of: "gate", key: "prompt", read: textOf },
  form: { of: "gate", key: "form", read: object },
  assignees: { of: "gate", key: "assignees", read: names },
  quorum: { of: "gate", key: "quorum", read: integer(1) },
  gateTimeout: { of: "gate", key: "timeoutSeconds", read: readSeconds },
  gateOnTimeout: { of: "gate", key: "onTimeout", read: oneOf(GATE_TIMEOUTS) },
  escalateTo: { of: "gate", key: "escalateTo", read: names },
  fourEyes: { of: "gate", key: "fourEyes", read: flag },
  requiresReason: { of: "gate", key: "requiresReason", read: flag },
  agentPrompt: { of: "agent", key: "prompt", read: textOf },
  model: { of: "agent", key: "model", read: quotedOr(/^\S+$/) },
  maxTurns: { of: "agent", key: "maxTurns", read: integer(1) },
  hopBudget: { of: "agent", key: "hopBudget", read: integer(0) },
  deadline: { of: "agent", key: "deadlineMs", read: (section) => readMs(textOf(section)) },
  tokenBudget: { of: "agent", key: "tokenBudget", read: integer(1) },
  costBudget: { of: "agent", key: "costBudgetUsd", read: (section) => asUsd(textOf(section)) },
  maxParallel: { of: "agent", key: "maxParallel", read: integer(1) },
  hints: { of: "agent", key: "hints", read: readHints },
  examples: { of: "agent", key: "examples", read: readExampleList },
  policy: { of: "agent", key: "policy", read: (section) => asPolicy(parseJson(writtenText(section))) },
  reflection: { of: "agent", key: "reflection", read: reflectionIn },
};

const NONE: StepReferences = { ids: new Set(), last: () => [], before: () => [], resolve: () => [] };

/** Takes a section into the fields; returns the parts of it that were not understood, as lines for the details. */
export function readSection(section: Section, fields: StepFields, references = NONE): string[] {
  const { label } = section;
  const all = section.lines.filter((line) => line.trimmed !== "").map((line) => line.text);
  if (writtenText(section) === "" || label === "detail") return all;
  if (label === "tools") return readTools(section, fields) ? [] : all;
  if (label === "outcomes") return readOutcomes(section, fields.review);
  const { of, key, read } = FIELDS[label];
  const value = read(section, references);
  if (value === undefined || getOwn(fields[of], key) !== undefined) return all;
  setOwn(fields[of], key, value);
  return [];
}

/** A text in quotation marks, or one of this form. */
function quotedOr(form: RegExp): Read {
  return (section) => {
    const text = textOf(section);
    return form.test(text) || text !== writtenText(section) ? text : undefined;
  };
}

function namesIn(section: Section): string[] {
  return textOf(section)
    .split(",")
    .map(unquote)
    .filter((name) => name !== "");
}

function readTools(section: Section, fields: StepFields): boolean {
  const listed = jsonTexts(writtenText(section));
  const tools = listed ?? section.values.flatMap((value) => value.split(",")).map(unquote);
  if (!listed && !tools.every((name) => /^[\w.:/-]+$/.test(name))) return false;
  fields.tools.push(...tools);
  return true;
}

function readModelReview(section: Section): boolean | string {
  const items = section.inline ? [] : section.lines.slice(1);
  // Criteria as a list stay one below the other, as in JSON.
  if (items.length > 1 && items.every(({ bullet }) => bullet !== "")) return section.values.join("\n");
  const text = textOf(section);
  return (text === writtenText(section) ? asFlag(text) : undefined) ?? text;
}

/** Questions one below the other; several beside the label are divided at their question marks. */
function readPoints(section: Section): string[] {
  const {
    inline,
    values: [first = "", ...others],
  } = section;
  const listed = jsonTexts(writtenText(section));
  return listed ?? [...(inline ? first.split(/(?<=\?)\s+/) : [first]), ...others];
}

function readOutcomes(section: Section, review: StepFields["review"]): string[] {
  const {
    inline,
    values: [first = "", ...others],
  } = section;
  const before = (review.potentialOutcomes ?? []) as PotentialOutcome[];
  const listed = jsonOutcomes(writtenText(section));
  const outcomes: PotentialOutcome[] = listed ?? [];
  const written = listed ? [] : [...(inline ? splitOutcomes(first) : [first]), ...others];
  const left = written.filter((value) => {
    const outcome = readOutcome(value);
    if (outcome) outcomes.push(outcome);
    return !outcome;
  });
  review.potentialOutcomes = [...before, ...outcomes];
  return left;
}

function jsonOutcomes(text: string): PotentialOutcome[] | undefined {
  const list = text.startsWith("[") ? parseJson(text) : undefined;
  if (!Array.isArray(list)) return undefined;
  const outcomes = list.flatMap((item) => {
    if (!isJsonObject(item) || typeof item.when !== "string") return [];
    const oneOf = decision.safeParse(item.decision);
    return oneOf.success ? { decision: oneOf.data, when: item.when } : [];
  });
  return outcomes.length === list.length ? outcomes : undefined;
}

/** Hints of which a part is not understood are none. */
function readHints(section: Section): PlanningHints | undefined {
  const value = parseJson(writtenText(section));
  const report = new Report();
  const hints = isJsonObject(value) ? hintsOf(new Fields(value, "hints", report)) : undefined;
  return report.isClean ? hints : undefined;
}

/** Examples of which one cannot be used are none. */
function readExampleList(section: Section): AgentExample[] | undefined {
  const value = parseJson(writtenText(section));
  if (!Array.isArray(value)) return;
  const read = value.flatMap((one) => {
    const example = readAgentExample(one);
    return example.ok ? [example.example] : [];
  });
  return read.length === value.length ? read : undefined;
}

/** The same holds for a reflection. */
function reflectionIn(section: Section): JsonObject | undefined {
  const text = writtenText(section);
  const report = new Report();
  const reflection = readReflection(parseJson(text) ?? text, "reflection", report);
  return report.isClean ? reflection : undefined;
}

function readSeconds(section: Section): number | undefined {
  return asSeconds(textOf(section));
}

/** A time in milliseconds; the unit has to be said. */
function readMs(text: string): number | undefined {
  const form = /^(\d{1,16})\s*(ms|m|s|h)(?:ec|in|econd|inute|our|illisecond)?s?$/i;
  const [, digits = "", unit = ""] = form.exec(text) ?? [];
  return asInteger(Number(digits) * (UNIT_MS.get(unit.toLowerCase()) ?? 0), 1);
}
