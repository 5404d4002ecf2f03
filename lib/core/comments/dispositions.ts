import { scanJson } from "../answers/scan-json";
import { isJsonObject, isSameJson, type Json, type JsonObject } from "../json";
import { changedFields, countChanges, diffPlans, isSamePlan } from "../plan/compare/diff";
import type { Task } from "../plan/schema";
import { lineageOf } from "../plan/store";
import { cutText } from "../text";
import { type Place, reanchor, successorOf } from "./anchor";
import type { Anchor, CheckedDisposition, PlaceChange, RoundComment } from "./schema";
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

/**
 * What the model said of each comment of a round, beside what the new version shows where it is anchored. One that it
 * says nothing of is unanswered; one of another round is nobody's.
 */
export function checkDispositions(
  comments: readonly RoundComment[],
  given: readonly GivenDisposition[],
  before: Place,
  after: Place,
): CheckedDisposition[] {
  return comments.map(({ id, anchor, label }, index) => {
    const names = [commentName(index), id];
    const said = given.find(({ comment }) => names.includes(comment));
    const outcome = outcomeOf(said?.disposition, label);
    const note = said?.note === undefined ? {} : { note: said.note };
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
  const task = successorOf(anchor.task, after);
  const endGone = anchor.kind === "edge" && successorOf(anchor.from, after) === undefined;
  if (!task || endGone) return { fields: [], added: 0, removed: true };
  if (!old)
    return { fields: changedQuote(anchor, after), added: newNeighbors(task, before, after), removed: false };
  const fields = changedFields(old, task).map(({ field }) => field);
  const rewired = !isSameJson(waitsFor(old, before), waitsFor(task, after));
  const all = [...fields, ...(rewired ? ["dependsOn"] : [])];
  const about = anchor.kind === "field" ? [anchor.field] : anchor.kind === "edge" ? ["dependsOn"] : all;
  return {
    fields: all.filter((field) => about.includes(field)).slice(0, 20),
    added: newNeighbors(task, before, after),
    removed: false,
  };
}

/** Of a place that a version had which was only offered, it is known what stood there alone. */
function changedQuote(anchor: Exclude<Anchor, { kind: "plan" }>, after: Place): string[] {
  const at = reanchor(anchor, after);
  if (!at.found || !at.changed) return [];
  return [anchor.kind === "field" ? anchor.field : anchor.kind === "edge" ? "dependsOn" : "task"];
}

function planChange(before: Place, after: Place): PlaceChange {
  const diff = diffPlans(before.plan, after.plan);
  const renamed = before.plan.title !== after.plan.title || before.plan.objective !== after.plan.objective;
  const fields = renamed || !isSamePlan(diff) ? ["plan"] : [];
  return { fields, added: countChanges(diff).added, removed: false };
}

/** The lineages of what a task waits for: a tail gives tasks other ids. */
const waitsFor = ({ dependsOn }: Task, place: Place): string[] =>
  dependsOn.map((id) => lineageIn(id, place)).sort();

function lineageIn(id: string, { plan, lineages }: Place): string {
  const task = plan.tasks.find((one) => one.id === id);
  return task ? lineageOf(task, lineages) : id;
}

/** Tasks right before or after this one whose thread the earlier version did not have. */
function newNeighbors(task: Task, before: Place, after: Place): number {
  const known = new Set(before.plan.tasks.map((one) => lineageOf(one, before.lineages)));
  return after.plan.tasks.filter(
    (one) =>
      !known.has(lineageOf(one, after.lineages)) &&
      (one.dependsOn.includes(task.id) || task.dependsOn.includes(one.id)),
  ).length;
}
