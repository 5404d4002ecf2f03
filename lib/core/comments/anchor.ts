import { digestOf } from "../bytes";
import type { Json } from "../json";
import { changedFields } from "../plan/compare/diff";
import { plainTitle } from "../plan/compare/match";
import { type Lineages, lineageOf } from "../plan/lineage";
import type { Plan, Task } from "../plan/schema";
import { cutText } from "../text";
import { fieldValue } from "./fields";
import type { Anchor, AnchorTask } from "./schema";
import { EXCERPT_CHARS } from "./words";

/** A plan version with what tells its tasks from others that have had their ids. */
export type Place = {
  plan: Plan;
  version: number;
  /** The digest of one that waits for people, and is not in force. */
  proposal?: string;
  /** The lineage of every task id that the run has had, and whose successor each was named. */
  lineages: Lineages;
  replaces?: ReadonlyMap<string, string>;
};

/** What a person points at: the plan, a task of it, a field of a task, or an edge by its two ends. */
export type AnchorTarget =
  | { kind: "plan" }
  | { kind: "task"; taskId: string }
  | { kind: "field"; taskId: string; field: string }
  | { kind: "edge"; taskId: string; fromId: string };

/** Where a comment stands in a plan version; `changed`: what it quotes reads otherwise there. */
type Anchored = { found: false } | { found: true; taskId?: string; fromId?: string; changed: boolean };

const taskWith = ({ plan }: Place, id: string): Task | undefined => plan.tasks.find((one) => one.id === id);

/** The anchor of a comment made in this version; undefined where the version has no such place. */
export function anchorOn(place: Place, target: AnchorTarget): Anchor | undefined {
  const { version } = place;
  if (target.kind === "plan") return { kind: "plan", version, ...quote(planWords(place.plan)) };
  const spec = taskWith(place, target.taskId);
  if (!spec) return;
  const task = anchorTaskOf(spec, place);
  if (target.kind === "task") return { kind: "task", task, version, ...quote(ownWork(spec), spec.title) };
  if (target.kind === "field") {
    const value = fieldValue(place.plan, spec, target.field);
    return value === undefined
      ? undefined
      : { kind: "field", task, field: target.field, version, ...quote(value) };
  }
  const from = taskWith(place, target.fromId);
  if (!from || !spec.dependsOn.includes(from.id)) return;
  return {
    kind: "edge",
    task,
    from: anchorTaskOf(from, place),
    version,
    ...quote(true, `${from.title} → ${spec.title}`),
  };
}

const anchorTaskOf = (task: Task, { lineages }: Place): AnchorTask => ({
  lineage: lineageOf(task, lineages),
  id: task.id,
  title: cutText(task.title, 200),
});

/**
 * The place of an anchor in another version (docs/comments.md, "Anchors"): found where a task has its lineage **and**
 * either its title or the name of the old task among those that it replaces. An id alone says nothing: a redraft may
 * give `step_3` to something else.
 */
export function reanchor(anchor: Anchor, place: Place): Anchored {
  if (anchor.kind === "plan")
    return { found: true, changed: anchor.digest !== digestOf(planWords(place.plan)) };
  const task = successorOf(anchor.task, place);
  if (!task) return { found: false };
  if (anchor.kind === "task")
    return { found: true, taskId: task.id, changed: anchor.digest !== digestOf(ownWork(task)) };
  if (anchor.kind === "field") {
    const value = fieldValue(place.plan, task, anchor.field) ?? null;
    return { found: true, taskId: task.id, changed: anchor.digest !== digestOf(value) };
  }
  const from = successorOf(anchor.from, place);
  if (!from) return { found: false };
  return { found: true, taskId: task.id, fromId: from.id, changed: !task.dependsOn.includes(from.id) };
}

/** Whether the anchor has a place in one of these versions. */
export const isPlaced = (anchor: Anchor, places: readonly Place[]): boolean =>
  places.some((place) => reanchor(anchor, place).found);

/** The task that the anchored one is in this version. */
export function successorOf(anchored: AnchorTask, place: Place): Task | undefined {
  const related = place.plan.tasks.filter((task) => lineageOf(task, place.lineages) === anchored.lineage);
  return successorAmong(related, anchored, place);
}

/** The same, among the tasks of its lineage. */
export function successorAmong(
  related: readonly Task[],
  anchored: Pick<AnchorTask, "id" | "title">,
  place: Place,
): Task | undefined {
  const same = related.filter(({ title }) => plainTitle(title) === plainTitle(anchored.title));
  const named = () => related.find((task) => isNamedSuccessor(task, anchored.id, place));
  return same.find(({ id }) => id === anchored.id) ?? same[0] ?? named();
}

/** Follows the names of replaced tasks back, one version after the other. */
function isNamedSuccessor(task: Task, id: string, { replaces }: Place): boolean {
  const seen = new Set<string>([task.id]);
  for (let name = task.replaces; name !== undefined && !seen.has(name); name = replaces?.get(name)) {
    if (name === id) return true;
    seen.add(name);
  }
  return false;
}

/** The same anchor as this version has it: what a round hands on. Undefined where it is stale there. */
export function anchorIn(anchor: Anchor, place: Place): Anchor | undefined {
  const at = reanchor(anchor, place);
  if (!at.found) return;
  const { taskId = "", fromId = "" } = at;
  const made = anchorOn(place, { ...targetOf(anchor), taskId, fromId } as AnchorTarget);
  // An edge that has been cut is still what the comment is about.
  return made ?? { ...anchor, ...endsOf(taskId, fromId, place), version: place.version };
}

function targetOf(anchor: Anchor): { kind: Anchor["kind"]; field?: string } {
  return anchor.kind === "field" ? { kind: "field", field: anchor.field } : { kind: anchor.kind };
}

function endsOf(taskId: string, fromId: string, place: Place): { task: AnchorTask; from?: AnchorTask } {
  const task = anchorTaskOf(taskWith(place, taskId) as Task, place);
  const from = taskWith(place, fromId);
  return { task, ...(from && { from: anchorTaskOf(from, place) }) };
}

/** What a comment on the whole plan quotes. */
const planWords = ({ title, objective }: Plan): Json => ({ title, objective: objective ?? null });

/** What a task is to do, by its own fields: neither its id nor its place among others. */
function ownWork(task: Task): Json {
  return Object.fromEntries(
    changedFields({} as Task, task).map(({ field, after }) => [field, after ?? null]),
  );
}

function quote(value: Json, words?: string): { digest: string; excerpt: string } {
  const text = words ?? (typeof value === "string" ? value : wordsOf(value));
  return { digest: digestOf(value), excerpt: cutText(text.trim(), EXCERPT_CHARS) };
}

function wordsOf(value: Json): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  if (typeof value === "object" && value !== null && "title" in value) return String(value.title);
  return JSON.stringify(value);
}
