import { ancestry } from "./graph";
import { oncePerList } from "./once-per-list";
import type { StoredTask } from "./stored";

/** A task as far as results flow into it. */
type Fed = Pick<StoredTask, "id" | "type" | "dependsOn"> & {
  review?: { previousTasks: readonly string[] } | undefined;
};

/** The tasks whose results a review is about: those that it names, and all that it waits for. */
export const looksAt = ({ dependsOn, review }: Pick<Fed, "dependsOn" | "review">): string[] => [
  ...new Set([...(review?.previousTasks ?? []), ...dependsOn]),
];

/**
 * Whose results may reach a task: what it waits for, and what a review looks at without waiting for it, as at work that
 * failed before the review was written. A review hands on what it looked at (docs/plans.md, "Placeholders").
 */
export function sourcesOf<Task extends Fed>(tasks: readonly Task[]): (task: Task) => readonly string[] {
  const looks = tasks.some(({ dependsOn, review }) =>
    review?.previousTasks.some((id) => !dependsOn.includes(id)),
  );
  if (!looks) return ({ dependsOn }) => dependsOn;
  const isAncestor = ancestry(tasks);
  return ({ id, dependsOn, review }) => [
    ...dependsOn,
    ...(review?.previousTasks ?? []).filter(
      (one) => one !== id && !isAncestor(id, one) && !isAncestor(one, id),
    ),
  ];
}

export const sourcesIn = oncePerList(sourcesOf<StoredTask>);
export const ancestryOf = oncePerList((tasks: readonly StoredTask[]) => ancestry(tasks));

const feedingOf = oncePerList((tasks: readonly StoredTask[]) => {
  const sources = sourcesIn(tasks);
  const isWaitedFor = tasks.every((task) => sources(task) === task.dependsOn);
  const feeds = tasks.map((task) => ({ id: task.id, dependsOn: sources(task) }));
  return isWaitedFor ? ancestryOf(tasks) : ancestry(feeds);
});

/** The ids of tasks that stand behind one: that wait for it, or into which it flows. */
export type Behind = Pick<ReadonlySet<string>, "has">;

/** The ids of tasks into which what a task comes to may flow, whether they wait for it or not. */
export function tasksFedBy(tasks: readonly StoredTask[], taskId: string): Behind {
  const feeds = feedingOf(tasks);
  return { has: (id) => feeds(id, taskId) };
}

/** The tasks that are no review whose results come to a task through the reviews before it. */
export function reviewedBefore(
  { dependsOn, uses = [] }: Pick<StoredTask, "dependsOn"> & { uses?: readonly string[] },
  taskOf: (id: string) => Fed | undefined,
): string[] {
  const direct = new Set([...dependsOn, ...uses]);
  const seen = new Set<string>();
  const open = [...dependsOn];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const before = taskOf(id);
    if (before?.type !== "planning_review") continue;
    for (const one of looksAt(before)) {
      if (seen.has(one) || !taskOf(one)) continue;
      seen.add(one);
      open.push(one);
    }
  }
  return [...seen].filter((id) => !direct.has(id) && taskOf(id)?.type !== "planning_review");
}
