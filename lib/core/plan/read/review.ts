import { isJsonObject, type Json } from "../../json";
import { completeReview } from "../defaults";
import {
  CONSENSUS,
  GATE_TIMEOUTS,
  type GateSpec,
  gateSpec,
  type PotentialOutcome,
  REVIEW_TIMEOUTS,
  type ReviewSpec,
} from "../schema";
import { ALIASES } from "./aliases";
import { asText, Fields, firstOf, textsOf, withoutUndefined } from "./fields";
import { readOutcome, splitOutcomes } from "./outcomes";
import type { Report } from "./report";

const POINTS = ["decision_points"];
const OUTCOMES = ["potential_outcomes"];
const CONDITION = ["condition"];

/** Fields that only a planning review has. */
const REVIEW_FIELDS = [
  ...ALIASES.review,
  ...ALIASES.previousTasks,
  ...POINTS,
  ...OUTCOMES,
  ...CONDITION,
  "review_focus",
  "requires_human_approval",
  ...ALIASES.reviewers,
];

export function hasReviewFields(task: Fields): boolean {
  return task.has(REVIEW_FIELDS);
}

export type ReadReview = { review: ReviewSpec; previous: Json[] };

/**
 * The review of a task, from `review` or `review_context` and, for a planning review, from the task itself; undefined
 * when it has none. `previous` are the tasks it looks at, as they were written.
 */
export function readReview(task: Fields, flat: boolean): ReadReview | undefined {
  const nested = nestedFields(task, ALIASES.review, "focus");
  if (!nested && !(flat && hasReviewFields(task))) return undefined;
  const sources = [nested, flat ? task : undefined].filter((source) => source !== undefined);
  const from = <T>(read: (fields: Fields) => T | undefined): T | undefined => firstOf(sources, read);
  const previous = from((fields) => fields.find(ALIASES.previousTasks));
  const given = {
    focus: from((fields) => fields.text(ALIASES.focus)),
    decisionPoints: from((fields) => fields.texts(POINTS)),
    potentialOutcomes: from(readOutcomes),
    requiresHumanApproval: from((fields) => fields.flag(["requires_human_approval"])),
    approvalTimeoutSeconds: from((fields) => fields.integer(ALIASES.approvalTimeoutSeconds, 1)),
    onTimeout: from((fields) => fields.oneOf(["on_timeout"], REVIEW_TIMEOUTS)),
    condition: from(readCondition),
    reviewers: from((fields) => fields.texts(ALIASES.reviewers)),
    consensus: from((fields) => fields.oneOf(["consensus"], CONSENSUS)),
    template: from((fields) => fields.text(["template"])),
  };
  nested?.finish();
  const review = completeReview(given, `${task.path}.review.template`, task.report);
  return { review, previous: previous ? [previous.value].flat() : [] };
}

/** The human gate of a task, from `gate` and, for a human review, from the task itself; undefined without one. */
export function readGate(task: Fields, flat: boolean): GateSpec | undefined {
  const nested = nestedFields(task, ["gate"], "prompt");
  const flatFields = [
    ...["prompt", "form", "assignees", "quorum", "timeout_seconds", "on_timeout"],
    ...["escalate_to", "four_eyes"],
  ];
  const source = nested ?? (flat && task.has(flatFields) ? task : undefined);
  if (!source) return undefined;
  const gate = gateSpec.parse({
    prompt: source.text(["prompt"]),
    form: source.record(["form"]),
    assignees: source.texts(["assignees"]),
    quorum: source.integer(["quorum"], 1),
    timeoutSeconds: source.integer(["timeout_seconds"], 1),
    onTimeout: source.oneOf(["on_timeout"], GATE_TIMEOUTS),
    escalateTo: source.texts(["escalate_to"]),
    fourEyes: source.flag(["four_eyes"]),
  });
  nested?.finish();
  return withoutUndefined(gate);
}

/** The fields of an object inside the task; a bare text there is the field `main`. */
function nestedFields(task: Fields, aliases: readonly string[], main: string): Fields | undefined {
  const found = task.find(aliases);
  if (!found) return undefined;
  if (typeof found.value === "string") return new Fields({ [main]: found.value }, found.path, task.report);
  if (isJsonObject(found.value)) return new Fields(found.value, found.path, task.report);
  task.report.notUnderstood(found.path, found.value, "an object");
  return undefined;
}

/** Outcomes as texts, as {decision, when}, or as a map from decision to when. */
function readOutcomes(fields: Fields): PotentialOutcome[] | undefined {
  const found = fields.find(OUTCOMES);
  if (!found) return undefined;
  const { value, path } = found;
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([decision, when]) =>
      outcomeOf({ decision, when }, `${path}.${decision}`, fields.report),
    );
  }
  const items: Json[] = Array.isArray(value) ? value : textsOf(found, fields.report).flatMap(splitOutcomes);
  return items.flatMap((item, index) => outcomeOf(item, `${path}[${index}]`, fields.report));
}

function outcomeOf(item: Json, path: string, report: Report): PotentialOutcome[] {
  const fields = isJsonObject(item) ? new Fields(item, path, report) : undefined;
  const word = fields?.find(["decision", "outcome"])?.value ?? item;
  const outcome = readOutcome(fields ? `${asText(word)?.toUpperCase()} - ` : (asText(word) ?? ""));
  if (!outcome) {
    report.notUnderstood(path, item, "a decision word with when it applies");
    return [];
  }
  const when = fields?.text(["when", "condition", "description"]) ?? outcome.when;
  fields?.finish();
  return [{ ...outcome, when }];
}

/** The condition with its names in camelCase; `conditional: false` turns it off. */
function readCondition(fields: Fields): Json | undefined {
  const conditional = fields.find(["conditional"]);
  const found = fields.find(CONDITION);
  const on = conditional?.value ?? true;
  if (!found) {
    if (conditional && on !== false)
      fields.report.notUnderstood(conditional.path, on, "of use without a condition");
    return undefined;
  }
  if (on === false) {
    fields.report.warn(
      "ignored_value",
      found.path,
      `${found.path} is ignored because the review is unconditional.`,
    );
    return undefined;
  }
  if (!isJsonObject(found.value)) return found.value;
  const names = new Map([
    ["previous_step_failed", "previousFailed"],
    ["metric_threshold", "metric"],
  ]);
  return Object.fromEntries(Object.entries(found.value).map(([key, item]) => [names.get(key) ?? key, item]));
}
