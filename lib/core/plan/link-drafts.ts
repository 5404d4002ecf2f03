import type { Collected } from "./collect-tasks";
import { linkReviews } from "./link-reviews";
import { assignIds, idsByNumber, type WantedId } from "./made-ids";
import type { Draft } from "./read-task";
import { type Names, resolveReference } from "./references";
import type { Report } from "./report";
import type { Task } from "./schema";

type Named = Draft & { id: string };

/** The drafts as tasks: each with an id, and with its references as ids. */
export function linkDrafts({ drafts, groups }: Collected, report: Report): Task[] {
  if (!report.allowsTasks(drafts.length)) return [];
  const ids = assignIds(drafts.map(wantedId), report);
  const named = drafts.map((draft, index): Named => ({ ...draft, id: String(ids[index]) }));
  const idOf = new Map(drafts.map((draft, index) => [draft, String(ids[index])]));
  const names: Names = {
    ids: new Set(ids),
    groups: new Map(
      [...groups].map(([name, members]) => [name, members.map((draft) => String(idOf.get(draft)))]),
    ),
    numbers: idsByNumber(named.map(({ id, stepNumber }) => ({ id, number: stepNumber }))),
  };
  const before: string[] = [];
  const tasks = named.map((draft): Task => {
    const task = { ...draft.task, id: draft.id, dependsOn: dependenciesOf(draft, names, before, report) };
    if (task.review)
      task.review = { ...task.review, previousTasks: previousOf(draft, names, before, report) };
    before.push(draft.id);
    return task;
  });
  return linkReviews(chained(tasks, named), report);
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
