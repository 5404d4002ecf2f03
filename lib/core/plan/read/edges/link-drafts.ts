import { isJsonObject, type Json, type JsonObject } from "../../../json";
import { getOwn } from "../../../own";
import { withCanonicalPlaceholders } from "../../interpolate";
import type { Task } from "../../schema";
import { ALIASES } from "../aliases";
import type { Collected } from "../collect-tasks";
import { snakeCase, spelling } from "../fields";
import { type WantedApproval, withApprovals } from "../guards/approvals";
import { settleMentions } from "../guards/mentions";
import { askOfLoneWords, holdTitle } from "../guards/title-type";
import type { Report } from "../report";
import { type Draft, isControl } from "../task";
import { assignIds, idsByNumber, type WantedId } from "./assign-ids";
import { linkReviews } from "./link-reviews";
import { leaveNames } from "./names-in-input";
import { stepNumbers } from "./step-numbers";

/** What names in a plan mean: ids, other names of tasks, names of phases, numbers of steps. */
type Names = {
  ids: ReadonlySet<string>;
  /** Ids by their spelling, where only one has it. */
  spelled: ReadonlyMap<string, string>;
  /** Keys, names and phase names, each with the ids it stands for. */
  groups: ReadonlyMap<string, readonly string[]>;
  numbers: ReadonlyMap<number, readonly string[]>;
};

const NOTHING = new Set(["", "none", "nothing", "null", "n/a", "-", "[]"]);

type Named = Draft & { id: string };

/** The drafts as tasks: each with an id, and with its references as ids. */
export function linkDrafts({ drafts, groups, approvals }: Collected, report: Report): Task[] {
  if (!report.allowsTasks(drafts.length)) return [];
  const ids = assignIds(drafts.map(wantedId), report);
  const named = drafts.map((draft, index): Named => ({ ...draft, id: String(ids[index]) }));
  const idOf = new Map(drafts.map((draft, index) => [draft, String(ids[index])]));
  const names: Names = {
    ids: new Set(ids),
    spelled: new Map([
      ...spellings(named.map(({ id, task }) => [task.title, id])),
      ...spellings(named.map(({ id }) => [id, id])),
    ]),
    groups: new Map(
      [...groups].map(([name, members]) => [name, members.map((draft) => String(idOf.get(draft)))]),
    ),
    numbers: idsByNumber(named.map(({ id, stepNumber }) => ({ id, number: stepNumber }))),
  };
  addFollowers(named, names, report);
  const before: string[] = [];
  // In a tail the dependencies may be tasks of the plan before.
  const canonical = (input: Json, dependsOn: readonly string[]): Json =>
    withCanonicalPlaceholders(input, (id) => names.ids.has(id) || dependsOn.includes(id));
  const tasks = named.map((draft): Task => {
    const dependsOn = dependenciesOf(draft, names, before, report);
    const input = canonical(draft.task.input, dependsOn);
    const task = { ...draft.task, id: draft.id, dependsOn, input };
    if (task.gate) task.gate = { ...task.gate, prompt: String(canonical(task.gate.prompt, dependsOn)) };
    if (task.review)
      task.review = { ...task.review, previousTasks: previousOf(draft, names, before, report) };
    before.push(draft.id);
    return task;
  });
  for (const { task, path } of named) {
    holdTitle(task, path, report);
    leaveNames(task.input, { path, idOf: (name) => idOfName(name, names), report });
  }
  const isWork = ({ task }: Named) => task.type === "task" || task.type === "direct";
  askOfLoneWords(
    named.filter(isWork).map(({ task, path, isBare, isGiven }) => ({
      title: task.title,
      path,
      isAlone:
        isBare === true ||
        ((task.input === "" || task.input === task.title) && task.details.length === 0 && isGiven !== true),
    })),
    report,
  );
  const wanted = {
    before: named.flatMap(({ approval: gate, id, path, task }): WantedApproval[] =>
      gate ? [{ gate, title: `Approve: ${task.title}`, of: [id], path }] : [],
    ),
    after: approvals.map(({ members, ...phase }): WantedApproval => {
      return { ...phase, of: members.map((draft) => String(idOf.get(draft))) };
    }),
  };
  const linked = linkReviews(
    withApprovals(behindControls(chained(tasks, named), named), wanted, report),
    report,
  );
  const numbers = new Map(named.map(({ id, stepNumber }, index) => [id, stepNumber ?? index + 1]));
  const owners = new Map(named.map(({ id, path }) => [path, id]));
  const byId = new Map(linked.map((task) => [task.id, task]));
  const ownerOf = (path: string) => byId.get(owners.get(path) ?? "");
  settleMentions(linked, report, { ownerOf, numberOf: ({ id }) => numbers.get(id) ?? 0 });
  return linked;
}

const idOfName = (name: string, { ids, spelled }: Names): string | undefined =>
  ids.has(name) ? name : spelled.get(spelling(name));

/** Ids by the spelling of a name, without those that two have in common. */
function spellings(named: readonly (readonly [name: string, id: string])[]): Map<string, string> {
  const known = new Map<string, string>();
  const shared = new Set<string>();
  for (const [name, id] of named) {
    const spelled = spelling(name);
    if (spelled === "") continue;
    if ((known.get(spelled) ?? id) !== id) shared.add(spelled);
    known.set(spelled, id);
  }
  for (const spelled of shared) known.delete(spelled);
  return known;
}

/** The id that a task asks for, and what it gets without one. */
export function wantedId({ id, stepNumber, path }: Draft, index: number): WantedId {
  return { id, base: stepNumber === undefined ? `task_${index + 1}` : `step_${stepNumber}`, path };
}

function dependenciesOf(draft: Named, names: Names, before: readonly string[], report: Report): string[] {
  const found = draft.after.map(({ path, value }) =>
    referencesIn(value, names, { path, report }).map((written) => {
      const first = isJsonObject(written) ? withoutOwnEnd(written, draft.id) : undefined;
      return resolveReference(first ?? written, names, before, { path, report });
    }),
  );
  const ids = found.flat(2);
  // A name of several tasks, or a phase around, may bring in again what is listed already.
  const expanded = found.length > 1 || found.flat().some((group) => group.length > 1);
  return expanded ? [...new Set(ids)] : ids;
}

/** Edges that are written on the task that comes first: each of those it names waits for it too. */
function addFollowers(named: readonly Named[], names: Names, report: Report): void {
  const byId = new Map(named.map((draft) => [draft.id, draft]));
  for (const draft of named)
    for (const { key, path, value } of draft.followedBy)
      for (const written of [value].flat())
        for (const id of resolveReference(written, names, [], { path, report })) {
          const follower = byId.get(id);
          if (follower) follower.after.push({ key, path, value: draft.id });
          else report.notUnderstood(path, written, "a task of this plan");
        }
}

function previousOf(draft: Named, names: Names, before: readonly string[], report: Report): string[] {
  const at = { path: `${draft.path}.review.previousTasks`, report };
  return draft.previous.flatMap((written) => resolveReference(written, names, before, at));
}

/** Steps that are numbered or told in words, and of which none says what it depends on, follow each other. */
function chained(tasks: readonly Task[], drafts: readonly Named[]): readonly Task[] {
  if (drafts.some((draft) => draft.after.length > 0)) return tasks;
  // Where all are words, none can say that it waits.
  const areWords = drafts.every(({ isBare }) => isBare);
  const steps = drafts.filter((draft) => areWords || draft.stepNumber !== undefined || draft.isStep);
  steps.sort((a, b) => (a.stepNumber ?? 0) - (b.stepNumber ?? 0));
  const previous = new Map(steps.slice(1).map((draft, index) => [draft.id, steps[index]?.id]));
  return tasks.map((task) => {
    const id = previous.get(task.id);
    return id === undefined ? task : { ...task, dependsOn: [id] };
  });
}

/** Words alone cannot say that they wait for somebody: they do so for the control that is written before them. */
function behindControls(tasks: readonly Task[], drafts: readonly Named[]): readonly Task[] {
  let control: string | undefined;
  return tasks.map((task, index) => {
    if (isControl(task)) control = task.id;
    const waits = drafts[index]?.isBare && control !== undefined && !task.dependsOn.includes(control);
    return waits ? { ...task, dependsOn: [...task.dependsOn, String(control)] } : task;
  });
}

/**
 * The ids that one written reference means; for one that means nothing in this plan the text itself, which may be a
 * task of an earlier version. `before` are the ids that "all" stands for.
 */
function resolveReference(
  written: Json,
  names: Names,
  before: readonly string[],
  at: { path: string; report: Report },
): string[] {
  if (at.report.hasTooManyReferences) return [];
  const allowed = (ids: readonly string[]): string[] => (at.report.allowsReferences(ids) ? [...ids] : []);
  if (typeof written === "number") return allowed(byNumber(written, names));
  if (typeof written === "string") return byText(written, names, before, allowed);
  const inner = isJsonObject(written) ? namedIn(written) : undefined;
  if (inner !== undefined) return resolveReference(inner, names, before, at);
  at.report.notUnderstood(at.path, written, "the id of a task");
  return [];
}

const REFERENCE = [
  "id",
  "task",
  "step",
  "task_id",
  "step_id",
  "taskId",
  "stepId",
  "name",
  "ref",
  "gate",
  "node",
  "on",
];
/** What an edge waits for where it says it: that what is before has ended well. */
const ENDED_WELL: ReadonlySet<string> = new Set(
  "approved success succeeded successful completed complete completed_successfully done finished passed ok required all".split(
    " ",
  ),
);
const isEndedWell = (value: Json): boolean =>
  value === null ||
  value === true ||
  (typeof value === "string" &&
    ENDED_WELL.has(
      value
        .trim()
        .toLowerCase()
        .replace(/^service_/, ""),
    ));

/** Does a part of an edge say no more than that what is before has ended well? */
export const saysEndedWell = (key: string, value: Json): boolean =>
  /^(?:condition|status|state|when|required|type|outcome)$/i.test(key) && isEndedWell(value);

/** Names of the end that comes first, in an object that has both. */
const COMES_FIRST: ReadonlySet<string> = new Set(
  ALIASES.dependsOn.flatMap((name) => [name, `${name}_id`, `${name}_task`, `${name}_task_id`]),
);

/** Finds what comes first in an edge that names both ends in the task that waits: `{task_id: own, depends_on_id: other}`. */
function withoutOwnEnd(edge: JsonObject, own: string): Json | undefined {
  const first = Object.entries(edge).filter(([key]) => COMES_FIRST.has(snakeCase(key)));
  const rest = Object.entries(edge).filter(([key]) => !COMES_FIRST.has(snakeCase(key)));
  const saysNoMore = rest.every(
    ([key, value]) =>
      (value === own && /^(?:\w+_)?id$/.test(snakeCase(key))) ||
      (key === "type" && typeof value === "string" && EDGE_TYPES.has(snakeCase(value))) ||
      saysEndedWell(key, value),
  );
  return first.length === 1 && saysNoMore ? first[0]?.[1] : undefined;
}

const EDGE_TYPES: ReadonlySet<string> = new Set([...ALIASES.dependsOn, "blocks"]);

/** The one task that an object names, where whatever else it says is that this has ended well. */
function namedIn(written: JsonObject): string | number | undefined {
  const [name, ...others] = REFERENCE.filter((key) => Object.hasOwn(written, key));
  const inner = name === undefined || others.length > 0 ? undefined : getOwn(written, name);
  const rest = Object.entries(written).filter(([key]) => key !== name);
  const isPlain = rest.every(([key, value]) => saysEndedWell(key, value));
  return isPlain && (typeof inner === "string" || typeof inner === "number") ? inner : undefined;
}

/** Names under which all that a task waits for is listed. */
const OF_ALL = /^(?:all|all_of|(?:(?:task|step|node)_)?ids|tasks|steps|nodes)$/;

/** References as they are written: one, a list, or a map from each to what it has to come to. */
function referencesIn(value: Json, names: Names, at: { path: string; report: Report }): Json[] {
  if (!isJsonObject(value) || namedIn(value) !== undefined) return [value].flat();
  return Object.entries(value).flatMap(([key, wanted]): Json[] => {
    if (OF_ALL.test(snakeCase(key)) && !names.ids.has(key)) return [wanted].flat();
    if (saysEndedWell(key, wanted) || (key === "mode" && isEndedWell(wanted))) return [];
    const isWell = [wanted]
      .flat()
      .every((one) => isEndedWell(one) || (isJsonObject(one) && Object.values(one).every(isEndedWell)));
    if (isWell && (names.ids.has(key) || names.groups.has(key) || names.spelled.has(spelling(key))))
      return [key];
    at.report.notUnderstood(`${at.path}.${key}`, wanted, "an edge from a task that has ended well");
    return [];
  });
}

/** `allowed` copies ids as long as there are not too many. */
function byText(
  written: string,
  names: Names,
  before: readonly string[],
  allowed: (ids: readonly string[]) => string[],
): string[] {
  if (names.ids.has(written)) return allowed([written]);
  const text = written.trim();
  const known = names.ids.has(text) ? [text] : names.groups.get(text);
  if (known) return allowed(known);
  if (NOTHING.has(text.toLowerCase())) return [];
  const numbers = stepNumbers(text);
  if (numbers === "all") return allowed(before);
  if (numbers) return numbers.flatMap((number) => allowed(byNumber(number, names)));
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > 1) return parts.flatMap((part) => byText(part, names, before, allowed));
  return allowed([names.spelled.get(spelling(text)) ?? written]);
}

function byNumber(number: number, { ids, groups, numbers }: Names): readonly string[] {
  const name = String(number);
  if (ids.has(name)) return [name];
  const known = numbers.get(number) ?? groups.get(name);
  return known ?? [ids.has(`task_${number}`) ? `task_${number}` : `step_${number}`];
}
