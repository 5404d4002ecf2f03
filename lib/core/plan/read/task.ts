import { isJsonObject, type Json } from "../../json";
import { cutText } from "../../text";
import { type Task, task as taskSchema } from "../schema";
import { FAILURE_POLICIES, type TaskType } from "../words";
import { ALIASES, RETRIES, TYPE_ALIASES } from "./aliases";
import { asInteger, asText, type Fields, type Found, snakeCase, textsOf, withoutUndefined } from "./fields";
import type { Report } from "./report";
import { hasReviewFields, readGate, readReview } from "./review";

/** A task as it was read, with its references still as they were written. */
export type Draft = {
  /** Its id counts only from `id` on. */
  task: Task;
  /** Absent: to be made up from the step number or the position. */
  id: string | undefined;
  path: string;
  /** Names other than its id by which references may mean it. */
  names: string[];
  stepNumber?: number;
  after: Found[];
  previous: Json[];
};

/** Any of these makes an object look like a task. */
export const TASK_KEYS = ["id", "step_id", "name", "step_number", "title", ...ALIASES.input];
const OWN_ID = ALIASES.id.filter((alias) => alias !== "name");
const TITLE_CHARS = 80;
/** Stands in for an id that is not yet known. */
const NO_ID = "?";

/**
 * Reads one task under the names of docs/plans.md, "Plan JSON". `key` is its key in a map of tasks, `agents` the
 * names that the plan declares, `around` the dependencies of its phases.
 */
export function readTask(
  fields: Fields,
  context: { key: string | undefined; agents: ReadonlySet<string> },
  around: readonly Found[],
): Draft {
  const stepNumber = fields.integer(["step_number"], 0);
  const ownId = fields.text(OWN_ID);
  const name = fields.text(["name"]);
  const id = [ownId, name, stepNumber === undefined ? context.key : undefined].find((given) => given);
  const agent = fields.text(ALIASES.agent);
  const direct = agent === "direct" && !context.agents.has(agent);
  const type = readType(fields, direct);
  const input = readInput(fields);
  const after = fields.find(ALIASES.dependsOn);
  const review = readReview(fields, type === "planning_review");
  const gate = readGate(fields, type === "human_review");
  const task = taskSchema.parse({
    id: id ?? NO_ID,
    title: fields.text(["title"]) ?? name ?? titleOf(input || review?.review.focus, id),
    type,
    agent: direct && type === "direct" ? undefined : agent,
    input,
    details: readDetails(fields),
    onFailure: fields.oneOf(["on_failure"], FAILURE_POLICIES),
    maxRetries: readRetries(fields),
    critical: fields.flag(["critical"]),
    verification: fields.text(["verification"]),
    onVerificationFailure: fields.oneOf(["on_verification_failure"], FAILURE_POLICIES),
    outputSchema: fields.read(ALIASES.outputSchema, "a schema", asSchema),
    llmReview: fields.read(["llm_review"], "true, false or criteria", asModelReview),
    qualityGate: fields.flag(["quality_gate"]),
    timeoutMs: fields.integer(["timeout_ms"], 1),
    replaces: fields.text(["replaces"]),
    review: review?.review,
    gate,
  });
  fields.finish();
  return {
    task: withoutUndefined(task),
    id,
    path: fields.path,
    names: [context.key, name].filter((other) => other !== undefined),
    ...(stepNumber === undefined ? {} : { stepNumber }),
    after: after ? [after, ...around] : [...around],
    previous: review?.previous ?? [],
  };
}

/** A task that is only its input; undefined, and reported, for anything but a text. */
export function readBareTask(value: Json, path: string, report: Report): Draft | undefined {
  if (typeof value === "string") {
    const task = taskSchema.parse({ id: NO_ID, title: titleOf(value, undefined), input: value });
    return { task, id: undefined, path, names: [], after: [], previous: [] };
  }
  report.notUnderstood(path, value, "a task");
  return undefined;
}

/** The first line of the input; without one the id. */
function titleOf(input: Json | undefined, id = "Task"): string {
  const [line = ""] = (typeof input === "string" ? input : "").trim().split("\n", 1);
  if (line === "") return id;
  return line.length > TITLE_CHARS ? `${cutText(line, TITLE_CHARS - 1)}…` : line;
}

function readType(fields: Fields, direct: boolean): TaskType | undefined {
  const found = fields.find(ALIASES.type);
  if (!found) {
    if (direct) return "direct";
    return fields.has([...ALIASES.review, "review_focus", "decision_points"]) ? "planning_review" : undefined;
  }
  const word = typeof found.value === "string" ? snakeCase(found.value.trim().replace(/^:/, "")) : "";
  if (word === "review") return hasReviewFields(fields) ? "planning_review" : "human_review";
  if (Object.hasOwn(TYPE_ALIASES, word)) return TYPE_ALIASES[word];
  fields.report.notUnderstood(found.path, found.value, "a type of task");
  return undefined;
}

/** An input that is null stays null; an absent one is the empty text. */
function readInput(fields: Fields): Json {
  const found = fields.find(ALIASES.input);
  if (found) return found.value;
  return fields.object.input === null ? null : "";
}

/** `max_retries` counts all attempts, the other two those after the first. */
function readRetries(fields: Fields): number | undefined {
  const found = fields.findExactly(RETRIES);
  if (!found) return undefined;
  const number = asInteger(found.value, 0);
  if (number !== undefined) return found.key === "max_retries" ? Math.max(0, number - 1) : number;
  fields.report.notUnderstood(found.path, found.value, "a whole number from 0");
  return undefined;
}

function readDetails(fields: Fields): string[] | undefined {
  const found = fields.find(["details"]);
  if (!found) return undefined;
  return typeof found.value === "string" ? found.value.split("\n") : textsOf(found, fields.report);
}

/** Only real booleans: any text is a criterion. */
function asModelReview(value: Json): Task["llmReview"] | undefined {
  return typeof value === "boolean" ? value : asText(value);
}

function asSchema(value: Json): Task["outputSchema"] {
  return typeof value === "string" || isJsonObject(value) ? value : undefined;
}
