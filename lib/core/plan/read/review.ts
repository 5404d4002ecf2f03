import { isJsonObject, type Json } from "../../json";
import { completeReview } from "../defaults";
import { CONSENSUS, type PotentialOutcome, REVIEW_TIMEOUTS, type ReviewSpec } from "../schema";
import { ALIASES } from "./aliases";
import { asFlag, asOneOf, asSeconds, asText, Fields, firstOf, isNothing, snakeCase, textsOf } from "./fields";
import { readOutcome, splitOutcomes } from "./outcomes";
import type { Report } from "./report";

const POINTS = ["decision_points"];
const CONDITION = ["condition"];

/** Fields that only a planning review has. */
const REVIEW_FIELDS = [
  ...ALIASES.review,
  ...ALIASES.previousTasks,
  ...POINTS,
  ...ALIASES.outcomes,
  ...CONDITION,
  "review_focus",
  ...ALIASES.reviewers,
  "requires_human_approval",
];
/** Terms that only a human gate has: passed over, a person would be asked on easier ones. */
const GATE_TERMS = /approv|assignee|quorum|four_eyes|escalat/;

export function hasReviewFields(task: Fields): boolean {
  return task.has(REVIEW_FIELDS);
}

type ReadReview = { review: ReviewSpec; previous: Json[] };

/**
 * The review of a task, from `review` or `review_context` and, for a planning review, from the task itself; undefined
 * when it has none. `previous` are the tasks it looks at, as they were written; `byPerson`: its word is that of a human
 * gate, so that a person decides it too.
 */
export function readReview(task: Fields, flat: boolean, byPerson = false): ReadReview | undefined {
  const nested = nestedFields(task);
  const isSaid = hasReviewFields(task) || task.has(ALIASES.focus) || task.gives(ALIASES.approval);
  if (!nested && !byPerson && !(flat && isSaid)) return undefined;
  const sources = [nested, flat ? task : undefined].filter((source) => source !== undefined);
  const from = <T>(read: (fields: Fields) => T | undefined): T | undefined => firstOf(sources, read);
  const previous = from((fields) => fields.find(ALIASES.previousTasks));
  const addToFocus = (words: string) => {
    review.focus = review.focus === "" ? words : `${review.focus}\n${words}`;
  };
  const given = {
    focus: from((fields) => fields.text(ALIASES.focus)),
    decisionPoints: from(readPoints),
    potentialOutcomes: from((fields) => readOutcomes(fields, addToFocus)),
    requiresHumanApproval:
      byPerson || from((fields) => fields.guard(ALIASES.approval, "true or false", asApproval)),
    approvalTimeoutSeconds: from((fields) =>
      fields.read(ALIASES.approvalTimeoutSeconds, "a whole number from 1", asSeconds),
    ),
    onTimeout: from((fields) =>
      fields.guard(["on_timeout"], `one of ${REVIEW_TIMEOUTS.join(", ")}`, asTimeout),
    ),
    condition: from(readCondition),
    reviewers: from((fields) => fields.texts(ALIASES.reviewers)),
    consensus: from((fields) =>
      fields.guard(["consensus"], `one of ${CONSENSUS.join(", ")}`, (one) => asOneOf(one, CONSENSUS)),
    ),
    template: from((fields) => fields.text(["template"])),
  };
  const review = completeReview(given, `${task.path}.review.template`, task.report);
  nested?.finish({
    guards: GATE_TERMS,
    note: addToFocus,
  });
  return { review, previous: previous ? [previous.value].flat() : [] };
}

/** The fields of the review inside the task; a bare text there is its focus. */
function nestedFields(task: Fields): Fields | undefined {
  const found = task.find(ALIASES.review);
  if (!found || isNothing(found.value)) return undefined;
  if (typeof found.value === "string") return new Fields({ focus: found.value }, found.path, task.report);
  if (isJsonObject(found.value)) return new Fields(found.value, found.path, task.report);
  task.report.refuse("unreadable_guard", found.path, found.value, "a review: an object or a text");
  return undefined;
}

function asApproval(value: Json): boolean | undefined {
  return (
    asFlag(value) ??
    (typeof value === "string" && /^(?:required|human|manual)$/i.test(value.trim()) ? true : undefined)
  );
}

/** Questions in a list, or several in one text. */
function readPoints(fields: Fields): string[] | undefined {
  const found = fields.find(POINTS);
  if (typeof found?.value !== "string") return found && textsOf(found, fields.report);
  return found.value.split(/(?<=\?)\s+/).filter((one) => one !== "");
}

function asTimeout(value: Json): ReviewSpec["onTimeout"] | undefined {
  return value === "reject" || value === "deny" ? "abort" : asOneOf(value, REVIEW_TIMEOUTS);
}

/** Outcomes as texts, as {decision, when}, or as a map from decision to when. */
function readOutcomes(fields: Fields, note: (words: string) => void): PotentialOutcome[] | undefined {
  const found = fields.find(ALIASES.outcomes);
  if (!found) return undefined;
  const { value, path } = found;
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([decision, when]) =>
      outcomeOf({ decision, when }, `${path}.${decision}`, fields.report, note),
    );
  }
  const items: Json[] = Array.isArray(value) ? value : textsOf(found, fields.report).flatMap(splitOutcomes);
  return items.flatMap((item, index) => outcomeOf(item, `${path}[${index}]`, fields.report, note));
}

function outcomeOf(
  item: Json,
  path: string,
  report: Report,
  note: (words: string) => void,
): PotentialOutcome[] {
  const fields = isJsonObject(item) ? new Fields(item, path, report) : undefined;
  const word = fields?.find(["decision", "outcome"])?.value ?? item;
  const outcome = readOutcome(fields ? `${asText(word)?.toUpperCase()} - ` : (asText(word) ?? ""));
  if (!outcome) {
    if (fields) report.notUnderstood(path, item, "a decision word with when it applies");
    else report.leave({ path, key: "possible outcome", value: item, note, fromWords: 0 });
    return [];
  }
  const when = fields?.text(["when", "condition", "description"]) ?? outcome.when;
  fields?.finish({ note: (words) => note(`${outcome.decision}: ${words}`) });
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
    fields.report.unread(found.path, found.value, "is a condition, and conditional says that there is none");
    return undefined;
  }
  return canonicalCondition(found.value);
}

/** The condition with its names in camelCase and without alternatives that are null; undefined where none is left. */
export function canonicalCondition(condition: Json): Json | undefined {
  if (typeof condition === "string") return spokenCondition(condition) ?? condition;
  if (!isJsonObject(condition)) return condition;
  const names = new Map([
    ["previous_step_failed", "previousFailed"],
    ["previous_failed", "previousFailed"],
    ["previous_task_failed", "previousFailed"],
    ["metric_threshold", "metric"],
    ["metrics", "metric"],
  ]);
  const given = Object.entries(condition).filter(([, item]) => item !== null);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map(([key, item]) => [names.get(snakeCase(key)) ?? key, item]));
}

const FAILED = /^(?:if )?(?:any )?previous[ _-]?(?:step|task)?s?[ _-]*(?:has |have )?failed$/i;
const COMPARED = /^(?:if )?([\p{L}_][\p{L}\p{N}_. ]{0,60}?)\s*(<=|>=|==|!=|≤|≥|≠|<|>|=)\s*([^()<>=]{1,40})$/u;

/** A condition in words: "previous step failed", "accuracy < 0.95"; undefined for a predicate and anything else. */
function spokenCondition(text: string): Json | undefined {
  if (FAILED.test(text.trim()) || text.trim() === "previousFailed") return { previousFailed: true };
  const [, name, operator, limit] = COMPARED.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { metric: { [name]: `${operator}${limit}` } };
}
