import { scanJson } from "../answers/scan-json";
import { isJsonObject, isSameJson, type Json, type JsonObject } from "../json";
import { changedFields } from "../plan/compare/diff";
import { plainTitle } from "../plan/compare/match";
import { type Lineages, lineageOf } from "../plan/lineage";
import type { Task } from "../plan/schema";
import { cutText } from "../text";
import { type Place, reanchor, successorAmong, successorOf } from "./anchor";
import { AGENT_FIELDS, fieldValue } from "./fields";
import type { Anchor, AnchorTask, CheckedDisposition, PlaceChange, RoundComment } from "./schema";
import {
  type CommentLabel,
  DISPOSITIONS,
  type Disposition,
  MAX_NOTE_CHARS,
  MAX_ROUND_COMMENTS,
  type Outcome,
} from "./words";

/** What a model says of one comment, by the name under which its prompt showed it. */
export type GivenDisposition = { comment: string; disposition: Disposition; note?: string };

/** The name of a round's comment in a prompt: ids are long, and models copy short names right. */
export const commentName = (index: number): string => `c${index + 1}`;

/** The dispositions in an answer, whatever else it holds; what is none is passed over. */
export function readDispositions(text: string): GivenDisposition[] {
  const lists = scanJson(text).found.flatMap(({ value }) =>
    isJsonObject(value) && Array.isArray(value.dispositions) ? [value.dispositions] : [],
  );
  return (lists.at(-1) ?? [])
    .filter(isJsonObject)
    .flatMap(readOne)
    .slice(0, 2 * MAX_ROUND_COMMENTS);
}

function readOne({ comment, disposition, note }: JsonObject): GivenDisposition[] {
  const said = typeof disposition === "string" ? disposition.trim().toLowerCase() : "";
  const known = DISPOSITIONS.find((one) => one === said);
  const name = nameIn(comment);
  if (known === undefined || name === undefined) return [];
  const words = typeof note === "string" ? cutText(note.trim(), MAX_NOTE_CHARS) : "";
  return [{ comment: name, disposition: known, ...(words !== "" && { note: words }) }];
}

const nameIn = (comment: Json | undefined): string | undefined => {
  if (typeof comment === "number") return `c${comment}`;
  return typeof comment === "string" ? comment.trim() : undefined;
};

/** The plans that comments of a round are about: the one in force, and by their digests those that were proposed. */
type SentPlaces = { inForce: Place; proposals: ReadonlyMap<string, Place> };

/**
 * What the model said of each comment of a round, beside what the new version shows where it is anchored, held against the
 * plan that the comment was sent about. One that it says nothing of is unanswered; one of another round is nobody's.
 */
export function checkDispositions(
  comments: readonly RoundComment[],
  given: readonly GivenDisposition[],
  { inForce, proposals }: SentPlaces,
  after: Place,
): CheckedDisposition[] {
  return comments.map(({ id, anchor, proposal, label }, index) => {
    const names = [commentName(index), id];
    const said = given.find(({ comment }) => names.includes(comment));
    const outcome = outcomeOf(said?.disposition, label);
    const note = said?.note === undefined ? {} : { note: said.note };
    const before = (proposal !== undefined && proposals.get(proposal)) || inForce;
    return { comment: id, outcome, ...note, change: changeAt(anchor, before, after) };
  });
}

/** Praise asks for no change: there is nothing that a version could show of it. */
function outcomeOf(said: Disposition | undefined, label: CommentLabel | undefined): Outcome {
  return said === "addressed" && label === "good" ? "answered" : (said ?? "unanswered");
}

/** What the later version changed where a comment is anchored in the earlier one. */
export function changeAt(anchor: Anchor, before: Place, after: Place): PlaceChange {
  if (anchor.kind === "plan") return planChange(before, after);
  const old = before.plan.tasks.find(({ id }) => id === anchor.task.id);
  const task = stillThere(anchor.task, before, after);
  const endGone = anchor.kind === "edge" && stillThere(anchor.from, before, after) === undefined;
  if (!task || endGone) return { fields: [], added: 0, removed: true };
  // A task beside it says nothing of a field.
  const added = anchor.kind === "field" ? 0 : newNeighbors(task, before, after);
  if (!old) return { fields: changedQuote(anchor, after), added, removed: false };
  const ofAgent = AGENT_FIELDS.filter(
    (field) => !isSameJson(fieldValue(before.plan, old, field), fieldValue(after.plan, task, field)),
  );
  const all = [...differingFields(old, task, lineagesIn(before), lineagesIn(after)), ...ofAgent];
  const about = anchor.kind === "field" ? [anchor.field] : anchor.kind === "edge" ? ["dependsOn"] : all;
  return { fields: all.filter((field) => about.includes(field)).slice(0, 20), added, removed: false };
}

/** A task under another title is changed, and not gone, though a comment does not follow it. */
function stillThere(anchored: AnchorTask, before: Place, after: Place): Task | undefined {
  const isKnown = before.plan.tasks.some(({ id }) => id === anchored.id);
  return (
    successorOf(anchored, after) ??
    (isKnown ? after.plan.tasks.find(({ id }) => id === anchored.id) : undefined)
  );
}

/** Of a place that is not in the earlier version, it is known what stood there alone. */
function changedQuote(anchor: Exclude<Anchor, { kind: "plan" }>, after: Place): string[] {
  const at = reanchor(anchor, after);
  if (!at.found || !at.changed) return [];
  return [anchor.kind === "field" ? anchor.field : anchor.kind === "edge" ? "dependsOn" : "task"];
}

/** What became of each task, whatever its id: a tail gives tasks that stay as they were other ones. */
function planChange(before: Place, after: Place): PlaceChange {
  const [known, now] = [lineagesIn(before), lineagesIn(after)];
  const related = Map.groupBy(after.plan.tasks, ({ id }) => now.get(id));
  const found = new Set<Task>();
  let changed = 0;
  for (const old of before.plan.tasks) {
    const task = successorAmong(related.get(known.get(old.id)) ?? [], old, after);
    if (!task || found.has(task)) continue;
    found.add(task);
    if (differingFields(old, task, known, now).length > 0) changed += 1;
  }
  const differs = (["title", "objective", "agents"] as const).filter(
    (field) => !isSameJson(before.plan[field], after.plan[field]),
  );
  return {
    fields: differs,
    added: after.plan.tasks.length - found.size,
    removed: false,
    tasks: { removed: before.plan.tasks.length - found.size, changed },
  };
}

/** The fields of a task that differ, with `dependsOn` where it waits for others by their lineages. */
function differingFields(old: Task, task: Task, before: Lineages, after: Lineages): string[] {
  const waitsFor = ({ dependsOn }: Task, lineages: Lineages) =>
    dependsOn.map((id) => lineages.get(id) ?? id).sort();
  const rewired = !isSameJson(waitsFor(old, before), waitsFor(task, after));
  return [...changedFields(old, task).map(({ field }) => field), ...(rewired ? ["dependsOn"] : [])];
}

const lineagesIn = ({ plan, lineages }: Place): Lineages =>
  new Map(plan.tasks.map((task) => [task.id, lineageOf(task, lineages)]));

/** Tasks right before or after this one that the earlier version did not have, neither by their thread nor by their title. */
function newNeighbors(task: Task, before: Place, after: Place): number {
  const known = new Set(lineagesIn(before).values());
  const titles = new Set(before.plan.tasks.map(({ title }) => plainTitle(title)));
  return after.plan.tasks.filter(
    (one) =>
      (one.dependsOn.includes(task.id) || task.dependsOn.includes(one.id)) &&
      !known.has(lineageOf(one, after.lineages)) &&
      !titles.has(plainTitle(one.title)),
  ).length;
}
