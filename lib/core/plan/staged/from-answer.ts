import { scanJson } from "../../answers/scan-json";
import { splitThinking } from "../../answers/thinking";
import { cleanJson, isJsonObject, isSameJson, type Json, type JsonObject } from "../../json";
import { getOwn, setOwn } from "../../own";
import { nearest } from "../../suggest";
import { cleanText } from "../../text";
import { ALIASES } from "../read/aliases";
import { Fields, type Found, spelling } from "../read/fields";
import { readPlan } from "../read/plan";
import { Report } from "../read/report";
import { agent, gateSpec, type Issue, type Plan, reviewSpec } from "../schema";
import { planInShort } from "../write/json";
import { without } from "./apply";
import { SETTABLE_FIELDS } from "./edits";

/**
 * The plan that edits are made of. `closed` says of tasks that take none why they do not; `ended` has those that are not left out
 * any more, but can be done again.
 */
export type EditBase = { plan: Plan; closed?: ReadonlyMap<string, string>; ended?: ReadonlySet<string> };

/** The plan that an answer's edits make, as text, and which of its tasks are wanted `again` as they are. */
type EditedAnswer = { text: string; again: ReadonlySet<string> };

const ANSWER_KEYS = ["edit", "edits"];
const FIELDS: readonly string[] = [...SETTABLE_FIELDS, "dependsOn"];
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["gate", Object.keys(gateSpec.shape)],
  ["review", Object.keys(reviewSpec.shape)],
  ["agent", Object.keys(agent.shape)],
]);

/**
 * The answer with the whole plan in place of its edits, to be read like any other with the words around it, of one that edits the one it was sent (docs/plans.md, "Edits in
 * an answer"); the errors say which edit names what the plan does not have. Undefined for an answer that holds no edits, or a
 * list of tasks beside them.
 */
export function withAnswerEdits(
  text: string,
  base: EditBase,
): EditedAnswer | { errors: Issue[] } | undefined {
  const { answer } = splitThinking(cleanText(text));
  const objects = scanJson(answer).found.flatMap((span) => {
    const value = cleanJson(span.value);
    const { start, end, doubled = [] } = span;
    return isJsonObject(value) && !span.salvaged ? [{ value, doubled, start, end }] : [];
  });
  const fieldsOf = (value: JsonObject) => new Fields(value, "", new Report());
  const [first, ...others] = objects.filter(({ value }) =>
    [fieldsOf(value).find(ANSWER_KEYS)?.value ?? true].flat().every(isJsonObject),
  );
  const isWhole = () =>
    objects.some(({ value }) => fieldsOf(value).has(ALIASES.tasks)) || readPlan(text).plan;
  if (!first || isWhole()) return;
  const report = new Report();
  if (others.some(({ value }) => !isSameJson(value, first.value)))
    report.fail("invalid_plan_format", "The answer holds several lists of edits: give one.");
  for (const { path, value } of first.doubled)
    report.unread(path, value, "is written twice, with different values");
  const { edited, again } = applied(first.value, base, report);
  if (report.errors.length > 0) return { errors: report.errors };
  const [before, behind] = [answer.slice(0, first.start), answer.slice(first.end)];
  const rest = [...others]
    .reverse()
    .reduce(
      (words, { start, end }) => words.slice(0, start - first.end) + words.slice(end - first.end),
      behind,
    );
  return { text: `${before}${JSON.stringify(edited)}${rest}`, again };
}

function applied(
  answer: JsonObject,
  { plan, closed = new Map(), ended = new Set() }: EditBase,
  report: Report,
): { edited: JsonObject; again: ReadonlySet<string> } {
  const fields = new Fields(answer, "", report);
  const { path = "edit", value = [] } = fields.find(ANSWER_KEYS) ?? {};
  const dispositions = fields.find(["dispositions"]);
  const agents = newAgents(fields.find(["agents"]), plan, report);
  fields.finish();
  for (const { path: at, value: beside } of report.takePieces())
    report.unread(at, beside, "stands beside edits: write the whole plan");
  const list = [value].flat();
  // Comments may be answered without a change; whatever else sends a plan back wants one.
  if (list.length === 0 && !dispositions) report.unread(path, value, "holds no edit");
  const edits = list.flatMap((edit, index) => readEdit(edit, `${path}[${index}]`, report) ?? []);
  const ids = new Set(plan.tasks.map(({ id }) => id));
  const named = edits.flatMap((one) =>
    one.kind !== "add" && mayBeEdited(one, { ids, closed, ended }, report) ? [one] : [],
  );
  const added = edits.flatMap((one) => (one.kind === "add" && isNew(one, ids, report) ? [one.added] : []));
  const idsOf = (kind: "again" | "remove") =>
    new Set(named.flatMap((one) => (one.kind === kind ? one.task.id : [])));
  const left = [...idsOf("remove")].reduce(withoutTask, plan);
  const edited = planInShort(left);
  const tasks = new Map(edited.tasks.map((task) => [String(task.id), task]));
  const agentOf = new Map(left.tasks.map(({ id, agent: name }) => [id, name]));
  for (const edit of named)
    if (edit.kind === "set") applyEdit(edit, { tasks, agents: edited.agents, agentOf }, report);
  return {
    edited: {
      ...edited,
      tasks: [...edited.tasks, ...added],
      agents: { ...edited.agents, ...agents },
      ...(dispositions && { dispositions: dispositions.value }),
    },
    again: idsOf("again"),
  };
}

type Named = { id: string; path: string };
type AnswerEdit = { task: Named } & (
  | { kind: "again" | "remove" }
  | { kind: "set"; field: Found; value: Json }
  | { kind: "add"; added: JsonObject }
);

/** What stands beside edits for tasks that they bring; agents of the plan are changed by edits. */
function newAgents(found: Found | undefined, { agents }: Plan, report: Report): JsonObject {
  if (!found) return {};
  const { path, value } = found;
  if (!isJsonObject(value)) {
    report.unread(path, value, "is no object of agents by their names");
    return {};
  }
  for (const name of Object.keys(value))
    if (getOwn(agents, name))
      report.unread(`${path}.${name}`, name, 'is an agent of the plan, which edits change: "agent.prompt"');
  return value;
}

/** A task that edits bring has an id of its own; the plan is read with it. */
function isNew({ task: { id, path } }: AnswerEdit, ids: Set<string>, report: Report): boolean {
  const isKnown = ids.has(id);
  if (isKnown) report.unread(path, id, "is the id of another task: give it one of its own");
  ids.add(id);
  return !isKnown;
}

/** An edit as it is written, whatever the plan has. */
function readEdit(written: Json, at: string, report: Report): AnswerEdit | undefined {
  if (!isJsonObject(written)) return void report.unread(at, written, 'is not {"task", "field", "value"}');
  const edit = new Fields(written, at, report);
  const brought = edit.find(["add"]);
  if (brought) return readAdded(brought, edit, report);
  const [id, field] = [edit.find(["task", "task_id"]), edit.find(["field"])];
  const marks = (["again", "remove"] as const).filter(
    (name) => edit.peek(name) === true && edit.find([name]),
  );
  const hasValue = Object.hasOwn(written, "value");
  const value = edit.find(["value"])?.value ?? null;
  edit.finish();
  for (const piece of report.takePieces()) report.unread(piece.path, piece.value, "is no part of an edit");
  const task = id && {
    id: typeof id.value === "string" ? id.value : JSON.stringify(id.value),
    path: id.path,
  };
  const [kind, ...others] = marks;
  if (task && kind && others.length === 0 && !field && !hasValue) return { task, kind };
  if (task && field && hasValue && !kind) return { task, kind: "set", field, value };
  return void report.unread(at, written, 'needs "task", "field" and "value"');
}

/** A task that is brought, whole. */
function readAdded({ path, value }: Found, edit: Fields, report: Report): AnswerEdit | undefined {
  edit.finish();
  for (const piece of report.takePieces()) report.unread(piece.path, piece.value, 'stands beside "add"');
  const id = isJsonObject(value) ? new Fields(value, path, new Report()).find(ALIASES.id) : undefined;
  if (isJsonObject(value) && typeof id?.value === "string")
    return { kind: "add", task: { id: id.value, path: id.path }, added: value };
  return void report.unread(path, value, 'is no task with an "id"');
}

function mayBeEdited(
  { task: { id, path }, kind }: AnswerEdit,
  { ids, closed, ended }: Required<Omit<EditBase, "plan">> & { ids: ReadonlySet<string> },
  report: Report,
): boolean {
  const refuse = (why: string): false => {
    report.unread(path, id, why);
    return false;
  };
  if (!ids.has(id)) return refuse(`is the id of no task here${hint(id, ids)}`);
  const why = closed.get(id);
  if (why !== undefined) return refuse(why);
  return kind === "remove" && ended.has(id) ? refuse("has ended, and is not left out any more") : true;
}

/** The plan without a task: what waited for it waits for what that one waited for. */
function withoutTask(plan: Plan, id: string): Plan {
  const above = plan.tasks.find((task) => task.id === id)?.dependsOn ?? [];
  const others = plan.tasks.filter((task) => task.id !== id);
  return { ...plan, tasks: others.map((task) => without(task, id, above)) };
}

type EditedParts = {
  tasks: ReadonlyMap<string, JsonObject>;
  agents: JsonObject | undefined;
  agentOf: ReadonlyMap<string, string | undefined>;
};

function applyEdit(
  { task: { id, path }, field, value }: Extract<AnswerEdit, { kind: "set" }>,
  { tasks, agents, agentOf }: EditedParts,
  report: Report,
): void {
  const task = tasks.get(id);
  if (!task) return report.unread(path, id, "is left out by another edit");
  const names = typeof field.value === "string" ? fieldNamed(field.value) : undefined;
  if (!names)
    return report.unread(field.path, field.value, `is no field of a task${hint(field.value, ALL_FIELDS)}`);
  const [of, part] = names;
  if (part === undefined) return setField(task, of, value);
  if (of !== "agent") {
    const owner = getOwn(task, of);
    if (isJsonObject(owner)) return setField(owner, part, value);
    return report.unread(field.path, field.value, `is of tasks that have a ${of}`);
  }
  const declared = agents && getOwn(agents, agentOf.get(id) ?? "");
  if (isJsonObject(declared)) return setField(declared, part, value);
  report.unread(
    field.path,
    field.value,
    "is of an agent that the plan does not declare: write the whole plan",
  );
}

const ALL_FIELDS = [...FIELDS, ...[...PARTS].flatMap(([of, parts]) => parts.map((part) => `${of}.${part}`))];

/** A field by its names as the plan has them: that of the task, and of a gate, review or agent its own. */
function fieldNamed(written: string): [field: string, part?: string] | undefined {
  const spelled = (name: string) => name.split(".").map(spelling).join(".");
  const same = ALL_FIELDS.find((one) => spelled(one) === spelled(written));
  return same?.split(".") as [string, string?] | undefined;
}

const hint = (written: Json, known: Iterable<string>): string => {
  const meant = typeof written === "string" ? nearest(written, known) : undefined;
  return meant === undefined ? "" : `: did you mean "${meant}"?`;
};

/** Null leaves a field at what goes unsaid. */
function setField(object: JsonObject, field: string, value: Json): void {
  if (value === null) delete object[field];
  else setOwn(object, field, value);
}
