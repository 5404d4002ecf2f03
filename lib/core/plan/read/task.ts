import { isJsonObject, type Json } from "../../json";
import { check, formOfInfix } from "../../lisp";
import { elideText } from "../../text";
import type { GateSpec } from "../schema";
import { type Task, type TaskType, task as taskSchema } from "../schema";
import { isStillToDo } from "./account";
import { ALIASES, RETRIES } from "./aliases";
import {
  asFlag,
  asInteger,
  asText,
  type Fields,
  type Found,
  spelling,
  textsOf,
  withoutUndefined,
} from "./fields";
import { gatesWork, readApproval, readGate } from "./gate";
import { decisionOfTitle } from "./guards/title-type";
import type { Report } from "./report";
import { readReview } from "./review";
import { isHumanAgent, readFailurePolicy, readTaskType } from "./task-type";

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
  /** It stands in a list of steps in words, which follow each other. */
  isStep?: true;
  /** It names its agent. */
  isGiven?: true;
  /** It is words alone, which cannot say what they wait for. */
  isBare?: true;
  after: Found[];
  /** What is written to wait for it. */
  followedBy: Found[];
  previous: Json[];
  /** A person has to agree before the work is done. */
  approval?: GateSpec;
};

/** Lets other work begin, or not. */
export const isControl = ({ type }: Pick<Task, "type">): boolean =>
  type === "human_review" || type === "planning_review";

/** Any of these makes an object look like a task. */
export const TASK_KEYS = [
  ...ALIASES.id,
  ...ALIASES.stepNumber,
  ...ALIASES.title,
  ...ALIASES.input,
  ...ALIASES.tasks,
];
const OWN_ID = ALIASES.id.filter((alias) => alias !== "name");
const TITLE_CHARS = 80;
/** Keys that sound as if they guarded the work: passed over, it would be done unguarded. */
export const GUARDS =
  /approv|sign_?off|consent|confirm|human|permission|quorum|four_eyes|(?<!un)supervis(?!or)|condition|(?:^|_)(?:if|when|unless)(?:_|$)|guard|verif|validat|assert|check|gate|require/;
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
  const stepNumber = readStepNumber(fields);
  const ownId = fields.text(OWN_ID);
  const name = fields.text(["name"]);
  const id = [ownId, ...(stepNumber === undefined ? [name, context.key] : [])].find((given) => given);
  const agent = agentNamed(fields.text(ALIASES.agent), context.agents);
  const declared = agent !== undefined && context.agents.has(agent);
  const direct = agent === "direct" && !declared;
  const humanAgent = agent !== undefined && !declared && isHumanAgent(agent);
  const title = fields.text(ALIASES.title) ?? name ?? summaryIn(fields);
  const stepText = readStepText(fields);
  const named = title ?? stepText;
  const written = named ?? fields.text(["task"]);
  const isGated = gatesWork(fields) && !humanAgent;
  const { type = decisionIn(fields, written, agent !== undefined), byPerson } = readTaskType(fields, {
    direct,
    humanAgent,
    isGated,
  });
  const review = readReview(fields, type === "planning_review", byPerson);
  const gate = isGated ? undefined : readGate(fields, type === "human_review");
  const approval = type === "planning_review" || gate ? undefined : readApproval(fields, isGated);
  const said = readInput(fields, named);
  const input = said === "" && stepText !== undefined ? stepText : said;
  const replaced = fields.read(["replaces"], "the id of a task, or several", asTexts);
  const after = fields.all(ALIASES.dependsOn);
  const followedBy = fields.all(ALIASES.followedBy);
  const details = readDetails(fields);
  // The default agent of a step is the same in JSON as in text (docs/plans.md).
  const number = stepNumber ?? numberOfKey(context.key);
  const isOfList = stepText !== undefined || isToDo(fields, written ?? id);
  const isStep = (type ?? "task") === "task" && (number !== undefined || isOfList);
  const task = taskSchema.parse({
    id: id ?? NO_ID,
    title: written ?? titleOf(input || review?.review.focus, id),
    type,
    agent:
      humanAgent || (direct && type === "direct")
        ? undefined
        : (agent ?? (isStep ? "supervisor" : undefined)),
    input,
    details,
    onFailure: readFailurePolicy(fields, ALIASES.onFailure),
    maxRetries: readRetries(fields),
    critical: fields.flag(["critical"]),
    verification: fields.guard(ALIASES.verification, "a predicate as text", asPredicate),
    onVerificationFailure: readFailurePolicy(fields, ["on_verification_failure"]),
    outputSchema: fields.guard(ALIASES.outputSchema, "a schema", asSchema),
    llmReview: fields.guard(ALIASES.llmReview, "true, false or criteria", asModelReview),
    qualityGate: fields.guard(["quality_gate"], "true or false", asFlag),
    timeoutMs: fields.integer(["timeout_ms"], 1),
    replaces: replaced?.[0],
    review: review?.review,
    gate,
  });
  const read = withoutUndefined(task);
  // Notes are still to be added to these.
  if (review) read.review = review.review;
  if (gate) read.gate = gate;
  fields.report.detail({ task: read, path: `${fields.path}.details`, from: read.details.length });
  const note = noteOf(read);
  // A task takes the place of one other; those that it does away with, too, are a note.
  if (replaced && replaced.length > 1) note(`Replaces: ${replaced.join(", ")}`);
  const isAllWords = written === undefined && task.input === "" && task.details.length === 0;
  fields.finish({ guards: GUARDS, note, isAllWords });
  return {
    task: read,
    id,
    path: fields.path,
    names: [context.key, name].filter((other) => other !== undefined),
    ...(number === undefined ? {} : { stepNumber: number }),
    ...(isOfList && { isStep: true as const }),
    ...(agent !== undefined && { isGiven: true as const }),
    after: [...after, ...around],
    followedBy,
    previous: review?.previous ?? [],
    ...(approval && { approval }),
  };
}

/** Without a title it is the first line of the input that says so: only one that begins with it, as a prompt says many words. */
function decisionIn(fields: Fields, title: string | undefined, isGiven: boolean): TaskType | undefined {
  if (title !== undefined) return decisionOfTitle(title, isGiven);
  const inputs = ALIASES.input.map((name) => fields.peek(name)).filter((input) => typeof input === "string");
  return inputs.map((input) => decisionOfTitle(titleOf(input), true)).find((type) => type !== undefined);
}

/** Words beside the fields of a task go to its agent, and of a question to who answers it. */
export function noteOf(task: Task): (words: string) => void {
  const into = (text: string, words: string) => (text === "" ? words : `${text}\n${words}`);
  return (words) => {
    const { type, gate, review } = task;
    if (type === "human_review" && gate) gate.prompt = into(gate.prompt || task.title, words);
    else if (type === "planning_review" && review) review.focus = into(review.focus, words);
    else task.details = [...task.details, words];
  };
}

/** A summary is the title where no other words say what is to be done. */
function summaryIn(fields: Fields): string | undefined {
  const isOnly = !fields.has([...ALIASES.input, "step"]) && typeof fields.peek("summary") === "string";
  return isOnly ? fields.text(["summary"]) : undefined;
}

/** The number of a step; a `step` that is a text is none. */
function readStepNumber(fields: Fields): number | undefined {
  const numbers = ALIASES.stepNumber.filter((name) => asInteger(fields.peek(name) ?? null, 0) !== undefined);
  return numbers.length > 0 ? fields.integer(numbers, 0) : undefined;
}

/** The number of a step that is the key of a map: "step_2", "Schritt 2", "2". */
function numberOfKey(key: string | undefined): number | undefined {
  const [, digits] = /^\p{L}{0,20}[\s_-]?(\d{1,4})$/u.exec(key ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** One of a list of what is to be done: it says whether it is, and nothing by which others could name it. */
const isToDo = (fields: Fields, name: string | undefined): boolean =>
  name === undefined && isStillToDo(fields.peek("status") ?? null);

/** A `step` in words is the task itself, as in a list of steps to be done; so is the `content` of one without a title. */
function readStepText(fields: Fields): string | undefined {
  const step = fields.peek("step");
  if (typeof step === "string" && asInteger(step, 0) === undefined) return fields.text(["step"]);
  return fields.has([...ALIASES.title, "name"]) || typeof fields.peek("content") !== "string"
    ? undefined
    : fields.text(["content"]);
}

/** An agent of the plan, in whatever case and with whatever separators its name is written. */
export function agentNamed(written: string | undefined, declared: ReadonlySet<string>): string | undefined {
  if (written === undefined || declared.has(written)) return written;
  const same = [...declared].filter((name) => spelling(name) === spelling(written));
  return same.length === 1 ? same[0] : written;
}

/** A task that is only its input; undefined, and reported, for anything but a text. */
export function readBareTask(
  value: Json,
  path: string,
  report: Report,
  key: string | undefined,
): Draft | undefined {
  if (typeof value === "string") {
    const task = taskSchema.parse({ id: NO_ID, title: titleOf(value, undefined), input: value });
    const names = key === undefined ? [] : [key];
    const draft: Draft = {
      task,
      id: key,
      path,
      names,
      isBare: true,
      after: [],
      followedBy: [],
      previous: [],
    };
    return withoutUndefined({ ...draft, stepNumber: numberOfKey(key) });
  }
  report.notUnderstood(path, value, "a task");
  return undefined;
}

/** The first line of the input; without one the id. */
function titleOf(input: Json | undefined, id = "Task"): string {
  const [line = ""] = (typeof input === "string" ? input : "").trim().split("\n", 1);
  if (line === "") return id;
  return elideText(line, TITLE_CHARS);
}

/** An input that is null stays null; an absent one is the empty text. */
function readInput(fields: Fields, title: string | undefined): Json {
  const [first, ...others] = [...ALIASES.input].filter((name) => name !== "task" || title !== undefined);
  const found = fields.find([first as string, ...others]);
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

/** Only real booleans: any text is a criterion, and several are one each line. */
function asModelReview(value: Json): Task["llmReview"] | undefined {
  if (typeof value === "boolean") return value;
  return asTexts(value)?.join("\n");
}

/** One text, or some of them. */
function asTexts(value: Json): string[] | undefined {
  const texts = [value].flat().map((one) => asText(one));
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined;
}

/** A function of one value is a predicate over the result, and a comparison in another notation the form that says the same. */
function asPredicate(value: Json): string | undefined {
  if (typeof value !== "string") return undefined;
  const written = withoutEscapes(value);
  const source = cannotBeRead(written) ? (formOfInfix(written) ?? written) : written;
  return /^\s*\(fn\s+\[\s*[^\s\]&]+\s*\]/.test(source) ? `(${source.trim()} data/result)` : source;
}

/** A predicate as it stands in the string of a program, each quotation mark escaped; one that can be read is as it is. */
function withoutEscapes(source: string): string {
  const isEscaped = /\\"/.test(source) && !/(?<!\\)"/.test(source);
  if (!isEscaped || !cannotBeRead(source)) return source;
  const bare = source.replace(/\\(["\\])/g, "$1");
  return cannotBeRead(bare) ? source : bare;
}

const cannotBeRead = (source: string): boolean => check(source).some(({ code }) => code === "parse_error");

function asSchema(value: Json): Task["outputSchema"] {
  return typeof value === "string" || isJsonObject(value) ? value : undefined;
}
