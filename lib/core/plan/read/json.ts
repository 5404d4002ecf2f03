import { areDispositions } from "../../comments/words";
import { isJsonObject, type Json, type JsonObject } from "../../json";
import { getOwn } from "../../own";
import { type GateSpec, type Plan, UNTITLED } from "../schema";
import { type KnownNames, knownNames, namesPeople, settlePieces } from "./account";
import { readAgents } from "./agents";
import { ALIASES, OWNER } from "./aliases";
import { collectTasks } from "./collect-tasks";
import { addEdges } from "./edges/edges";
import { linkDrafts, wantedId } from "./edges/link-drafts";
import { examplesIn, withPlanExamples } from "./examples";
import { asText, Fields, type Found, firstOf, snakeCase, spelling } from "./fields";
import { speaksOfControl } from "./guards/asking";
import { settlePromises } from "./guards/promises";
import { settleTitle, type WrittenTitle } from "./plan-title";
import { Report } from "./report";
import { addEdgesByTask, beginning, draftsByName, holdRestated, takeRestated } from "./restated";
import { agentNamed, type Draft, GUARDS, TASK_KEYS } from "./task";

/** Reads a plan object (docs/plans.md, "Plan JSON"); undefined when it has no tasks key at all. */
export function readPlanObject(object: JsonObject, report: Report): Plan | undefined {
  const outer = new Fields(object, "", report, OWNER.plan);
  const inner = outer.find(["plan"]);
  if (inner && Array.isArray(inner.value) && !outer.has(ALIASES.tasks)) return planOf([outer], inner, report);
  const sources = [outer];
  if (inner && isJsonObject(inner.value))
    sources.push(new Fields(inner.value, inner.path, report, OWNER.plan));
  else if (inner && outer.has(ALIASES.tasks)) report.notUnderstood(inner.path, inner.value, "a plan");
  const tasks = firstOf(sources, (fields) => fields.find(ALIASES.tasks));
  if (!tasks) return undefined;
  // A "workflow" that holds its tasks is the plan, and no map of them.
  const held = isJsonObject(tasks.value)
    ? new Fields(tasks.value, tasks.path, report, OWNER.plan)
    : undefined;
  const inside = held?.peek("id") === undefined ? held?.find(ALIASES.tasks) : undefined;
  return held && inside && Array.isArray(inside.value)
    ? planOf([...sources, held], inside, report)
    : planOf(sources, tasks, report);
}

const PLANLIKE = [...ALIASES.dependsOn, ...ALIASES.followedBy, "agent", "gate", "review"];

/**
 * The same object with its list of tasks under the usual name, whatever name it has: the only list that it holds, of objects
 * that are all named, and of which one says what it waits for, or who does it. Undefined for any other.
 */
export function withTaskList(object: JsonObject): JsonObject | undefined {
  const isNamed = (item: Json): item is JsonObject =>
    isJsonObject(item) &&
    new Fields(item, "", new Report(), OWNER.task).has([...ALIASES.id, ...ALIASES.title]);
  const lists = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.length > 0);
  const [[key, items] = ["", []], another] = lists as [string, Json[]][];
  const numbered = another ? undefined : numberedSteps(object);
  if (numbered) return numbered;
  if (lists.length === 0) return withTaskMap(object);
  const saysMore = (item: Json) =>
    isNamed(item) && new Fields(item, "", new Report(), OWNER.task).has(PLANLIKE);
  if (another || isOfControl(key) || !items.every(isNamed) || !items.some(saysMore)) return undefined;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === key ? "tasks" : name, value]),
  );
}

/** Objects that follow each other, each a named task, as a list of them: of one a line says what it waits for, or who does it. */
export function asTaskList(objects: readonly Json[]): JsonObject | undefined {
  const list = withTaskList({ tasks: [...objects] });
  return objects.length > 1 ? list : undefined;
}

/** The same of the only map of objects of which one says what it waits for, or who does it: the states of a machine. */
function withTaskMap(object: JsonObject): JsonObject | undefined {
  const saysMore = (item: Json): boolean =>
    isJsonObject(item) && new Fields(item, "", new Report(), OWNER.task).has(PLANLIKE);
  const maps = Object.entries(object).filter(
    ([key, value]) =>
      isJsonObject(value) &&
      Object.values(value).every(isJsonObject) &&
      Object.values(value).some(saysMore) &&
      !AGENTS.has(snakeCase(key)) &&
      !isOfControl(key),
  );
  if (maps.length === 0 && isTaskMap(object)) return { tasks: object };
  if (maps.length !== 1) return undefined;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === maps[0]?.[0] ? "tasks" : name, value]),
  );
}

/** Has each value words for what is to be done, and who does it or what it waits for? */
const isTaskMap = (object: JsonObject): boolean =>
  Object.keys(object).length > 1 &&
  Object.values(object).every((value) => {
    const fields = isJsonObject(value) ? new Fields(value, "", new Report(), OWNER.task) : undefined;
    return fields?.has(ALIASES.input) && fields.has(PLANLIKE);
  });

const AGENTS: ReadonlySet<string> = new Set(ALIASES.agents);
/** Under such a name stands who lets work pass, and no work. */
const isOfControl = (key: string): boolean =>
  /confirm|guard|(?:^|_)gates?(?:_|$)/.test(snakeCase(key)) ||
  speaksOfControl(snakeCase(key).replaceAll("_", " "));

const NUMBERED_KEY = /^((?:step|task|schritt|étape|paso|passo|stap|krok)[\s_-]?)(\d{1,3})$/iu;

/** The object with its tasks as a map, where nothing but numbers tells them apart, from 1 on: `plan: {step1: …, step2: …}`. */
function numberedSteps(object: JsonObject): JsonObject | undefined {
  const { plan, ...others } = object;
  const map = isJsonObject(plan) ? plan : object;
  const keys = Object.keys(map).map((key) => NUMBERED_KEY.exec(key) ?? []);
  const areSteps =
    keys.length > 1 &&
    keys.every(([, word, number], index) => word === keys[0]?.[1] && Number(number) === index + 1) &&
    Object.values(map).every((value) => typeof value === "string" || isJsonObject(value));
  return areSteps ? { ...(map === plan && others), tasks: map } : undefined;
}

/** Names under which an answer holds what it is about, and which say nothing of it. */
const WRAPPERS = new Set(
  "plan response result output answer data body payload arguments parameters dag graph pipeline spec".split(
    " ",
  ),
);

/** The same object with the plan that one of its values holds in the place of that; undefined for any other. */
export function unwrapped(object: JsonObject): JsonObject | undefined {
  const held = Object.entries(object).flatMap(([key, value]) => {
    if (!WRAPPERS.has(snakeCase(key)) || !isJsonObject(value)) return [];
    const inner = liftedPlan(value);
    return readPlanObject({ plan: inner }, new Report()) ? [{ key, inner }] : [];
  });
  const [one, another] = held;
  if (!one || another || (one.key !== "plan" && Object.hasOwn(object, "plan"))) return undefined;
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => (key === one.key ? ["plan", one.inner] : [key, value])),
  );
}

/** An object whose plan stands one level further in, as the plan itself. */
function liftedPlan(object: JsonObject): JsonObject {
  const { plan = null, ...others } = object;
  if (isJsonObject(plan) && Object.keys(others).length === 0) return plan;
  const isList = Array.isArray(plan) && !readPlanObject(others, new Report());
  return isList ? { ...others, tasks: plan } : object;
}

/** Reads a bare list of tasks; undefined when no item of it looks like one. */
export function readTaskList(list: Json[], report: Report): Plan | undefined {
  const looksLikeTask = (item: Json): boolean =>
    isJsonObject(item) && new Fields(item, "", report, OWNER.task).has(TASK_KEYS);
  return list.some(looksLikeTask) ? planOf([], { path: "", value: list }, report) : undefined;
}

function planOf(sources: Fields[], source: Pick<Found, "path" | "value">, report: Report): Plan {
  const found = firstOf(sources, (fields) => fields.find(ALIASES.agents));
  const declared = found ? readAgents(found, report) : {};
  const examples = firstOf(sources, examplesIn) ?? [];
  const title = firstOf(sources, titleIn);
  const objective = firstOf(sources, (fields) => fields.text(ALIASES.objective));
  const collected = collectTasks(source, new Set(Object.keys(declared)), report);
  const byName = draftsByName(collected.drafts, namesOf);
  const edges = firstOf(sources, (fields) => fields.find(["edges", "links", "connections"]));
  const begin = edges ? addEdges(edges, { drafts: collected.drafts, byName, report }) : [];
  const beginIds = collected.drafts.flatMap((draft, index) =>
    begin.includes(draft) ? (namesOf(draft, index)[0] ?? []) : [],
  );
  addEdgesByTask(sources, byName);
  // What became of people's comments stands beside the plan, and is read by itself (docs/comments.md).
  for (const fields of sources)
    if (areDispositions(fields.peek("dispositions"))) fields.find(["dispositions"]);
  for (const fields of sources)
    for (const other of fields.all(ALIASES.tasks))
      report.unread(other.path, other.value, "is a second list of tasks");
  const notes: string[] = [];
  for (const fields of sources) fields.finish({ guards: GUARDS, note: (words) => notes.push(words) });
  const people = collected.drafts.flatMap(({ task, approval }) => [task.gate, approval].flatMap(peopleOf));
  const known = knownNames(collected.drafts.flatMap(namesOf), people);
  readBesides(collected.drafts, declared, known, report);
  const restated = takeRestated(collected.drafts, byName, report);
  if (edges && beginIds.length > 0) restated.push(beginning(beginIds, edges));
  settlePieces(report, known);
  const agents = withPlanExamples(declared, examples, report);
  const tasks = linkDrafts(collected, report);
  holdRestated(restated, tasks, report);
  const stated = [objective, ...notes].filter((one) => one !== undefined).join("\n");
  const plan = {
    title: title?.text ?? UNTITLED,
    ...(stated === "" && objective === undefined ? {} : { objective: stated }),
    agents,
    tasks,
  };
  settlePromises(plan, report);
  return title ? { ...plan, title: settleTitle(title, plan, report) } : plan;
}

function titleIn(fields: Fields): WrittenTitle | undefined {
  const found = fields.find(ALIASES.planTitle);
  const text = found && asText(found.value);
  if (found && text === undefined) fields.report.notUnderstood(found.path, found.value, "a text");
  return found && text !== undefined ? { text, path: found.path } : undefined;
}

/** Names of what a task takes in: the names of tasks there are edges, other words are a note. */
const TAKEN_IN = new Set(["context", "inputs", "input_from", "inputs_from", "uses", "consumes", "based_on"]);
/** Names of edges that say what they hold: "upstream_task_ids" are those of "upstream". */
const OF_IDS = /(?:_(?:task|step|node))?_ids?$|_(?:tasks|steps|nodes)$/;
const TOOLS: ReadonlySet<string> = new Set(ALIASES.tools);

/** What other parts of the plan make readable: edges from the tasks that a task takes in, tools that its agent has anyway. */
function readBesides(
  drafts: readonly Draft[],
  agents: Plan["agents"],
  known: KnownNames,
  report: Report,
): void {
  const byPath = new Map(drafts.map((draft) => [draft.path, draft]));
  for (const piece of report.takePieces()) {
    const draft = byPath.get(piece.owner ?? "");
    const values = [piece.value].flat();
    const name = snakeCase(piece.key);
    const isTask = (value: Json) => typeof value === "string" && known.tasks.has(spelling(value));
    const isOfTask = draft !== undefined && piece.path === `${draft.path}.${piece.key}` && values.length > 0;
    const edge = name.replace(OF_IDS, "");
    const areTasks = isOfTask && values.every(isTask);
    const side = areTasks && EITHER_END.has(edge) ? sideOf(draft, values, drafts) : undefined;
    if (areTasks && (TAKEN_IN.has(name) || BEHIND.has(edge) || side === "behind")) draft.after.push(piece);
    else if (areTasks && (IN_FRONT.has(edge) || side === "in_front")) draft.followedBy.push(piece);
    else if (isOfTask && DOERS.test(name) && isItsAgent(draft, values, agents)) continue;
    // Who owns a task and does it is said twice.
    else if (isOfTask && namesPeople(name) && values.every((value) => value === draft.task.agent)) continue;
    else if (!isOfTask || !TOOLS.has(name) || !hasJust(getOwn(agents, draft.task.agent)?.tools, values))
      report.leave(piece);
  }
}

/** Names of edges that some write on the one end and some on the other. */
const EITHER_END: ReadonlySet<string> = new Set(["dependent", "dependents"]);

/** The end on which an edge stands whose name does not say it: all that it names come earlier, or all come later. */
function sideOf(
  draft: Draft,
  values: readonly Json[],
  drafts: readonly Draft[],
): "behind" | "in_front" | undefined {
  const at = drafts.indexOf(draft);
  const named = new Set(values.map((value) => spelling(String(value))));
  const places = drafts.flatMap((one, index) =>
    namesOf(one, index).some((name) => named.has(spelling(name))) ? index : [],
  );
  if (places.every((place) => place < at)) return "behind";
  return places.every((place) => place > at) ? "in_front" : undefined;
}

/** Names of who does the work; who looks at it or lets it pass does not. */
const DOERS =
  /(?:^|_)(?:owner|assignee|responsible|executor|performer|agent)$|^(?:performed|executed|handled|done|run)_by$/;

/** An agent of the plan that is named as who does a task which names none. */
function isItsAgent({ task, isGiven }: Draft, values: readonly Json[], agents: Plan["agents"]): boolean {
  const [name, another] = values;
  const known = typeof name === "string" ? agentNamed(name, new Set(Object.keys(agents))) : undefined;
  if (known === undefined || another !== undefined || !Object.hasOwn(agents, known)) return false;
  if (isGiven || task.type !== "task") return task.agent === known;
  task.agent = known;
  return true;
}

const BEHIND: ReadonlySet<string> = new Set(ALIASES.dependsOn);
const IN_FRONT: ReadonlySet<string> = new Set(ALIASES.followedBy);

const hasJust = (tools: readonly string[] = [], values: readonly Json[]): boolean =>
  values.every((value) => typeof value === "string" && tools.includes(value)) &&
  tools.every((tool) => values.includes(tool));

const peopleOf = (gate: GateSpec | undefined): string[] => [
  ...(gate?.assignees ?? []),
  ...(gate?.escalateTo ?? []),
];

/** Words that a piece may name a task by. */
const namesOf = (draft: Draft, index: number): string[] => {
  const { id, base } = wantedId(draft, index);
  return [id ?? base, draft.task.title, ...draft.names];
};
