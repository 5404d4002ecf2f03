import { isJsonObject, type Json } from "../../json";
import { withCanonicalPlaceholders } from "../interpolate";
import type { Task } from "../schema";
import { type WantedApproval, withApprovals } from "./approvals";
import { assignIds, idsByNumber, type WantedId } from "./assign-ids";
import type { Collected } from "./collect-tasks";
import { spelling } from "./fields";
import { linkReviews } from "./link-reviews";
import type { Report } from "./report";
import { stepNumbers } from "./step-numbers";
import type { Draft } from "./task";

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
    spelled: spellings(ids),
    groups: new Map(
      [...groups].map(([name, members]) => [name, members.map((draft) => String(idOf.get(draft)))]),
    ),
    numbers: idsByNumber(named.map(({ id, stepNumber }) => ({ id, number: stepNumber }))),
  };
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
  const wanted = {
    before: named.flatMap(({ approval: gate, id, path, task }): WantedApproval[] =>
      gate ? [{ gate, title: `Approve: ${task.title}`, of: [id], path }] : [],
    ),
    after: approvals.map(({ members, ...phase }): WantedApproval => {
      return { ...phase, of: members.map((draft) => String(idOf.get(draft))) };
    }),
  };
  return linkReviews(withApprovals(chained(tasks, named), wanted, report), report);
}

/** Ids by their spelling, without those that two ids have in common. */
function spellings(ids: readonly string[]): Map<string, string> {
  const known = new Map<string, string>();
  const shared = new Set<string>();
  for (const id of ids) {
    const spelled = spelling(id);
    if ((known.get(spelled) ?? id) !== id) shared.add(spelled);
    known.set(spelled, id);
  }
  for (const spelled of shared) known.delete(spelled);
  return known;
}

function wantedId({ id, stepNumber, path }: Draft, index: number): WantedId {
  return { id, base: stepNumber === undefined ? `task_${index + 1}` : `step_${stepNumber}`, path };
}

function dependenciesOf(draft: Named, names: Names, before: readonly string[], report: Report): string[] {
  const found = draft.after.map(({ path, value }) =>
    [value].flat().map((written) => resolveReference(written, names, before, { path, report })),
  );
  const ids = found.flat(2);
  // A name of several tasks, or a phase around, may bring in again what is listed already.
  const expanded = found.length > 1 || found.flat().some((group) => group.length > 1);
  return expanded ? [...new Set(ids)] : ids;
}

function previousOf(draft: Named, names: Names, before: readonly string[], report: Report): string[] {
  const at = { path: `${draft.path}.review.previousTasks`, report };
  return draft.previous.flatMap((written) => resolveReference(written, names, before, at));
}

/** Numbered steps among which none says what it depends on follow each other. */
function chained(tasks: readonly Task[], drafts: readonly Named[]): readonly Task[] {
  if (drafts.some((draft) => draft.after.length > 0)) return tasks;
  const steps = drafts.filter((draft) => draft.stepNumber !== undefined);
  steps.sort((a, b) => Number(a.stepNumber) - Number(b.stepNumber));
  const previous = new Map(steps.slice(1).map((draft, index) => [draft.id, steps[index]?.id]));
  return tasks.map((task) => {
    const id = previous.get(task.id);
    return id === undefined ? task : { ...task, dependsOn: [id] };
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
  const inner = isJsonObject(written) ? (written.id ?? written.task ?? written.step) : undefined;
  if (typeof inner === "string" || typeof inner === "number") {
    return resolveReference(inner, names, before, at);
  }
  at.report.notUnderstood(at.path, written, "the id of a task");
  return [];
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
