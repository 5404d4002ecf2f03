import { ancestry } from "../graph";
import type { Task, TaskType } from "../schema";

/** The type whose tasks have the body: reading takes a body for the type, whatever else the task says of itself. */
const TYPE_OF_BODY = { review: "planning_review", gate: "human_review" } as const;
type Body = keyof typeof TYPE_OF_BODY;

export const bodyFits = (type: TaskType, body: Body): boolean => TYPE_OF_BODY[body] === type;

/** The task without a body that another type has. */
export function withFittingBody(task: Task): Task {
  const { review, gate, ...rest } = task;
  const isFitting = (body: Body) => task[body] === undefined || bodyFits(task.type, body);
  if (isFitting("review") && isFitting("gate")) return task;
  return {
    ...rest,
    ...(review && bodyFits(task.type, "review") && { review }),
    ...(gate && bodyFits(task.type, "gate") && { gate }),
  };
}

/**
 * The tasks as they are read back once they are written down: each with the body of its type alone, and a review of what it
 * still waits for, since reading has it wait for all that it reviews. What is as it was in `base` is left alone.
 */
export function fittingTasks(base: ReadonlyMap<string, Task>, tasks: readonly Task[]): Task[] {
  const fitting = tasks.map((task) => (base.get(task.id) === task ? task : withFittingBody(task)));
  const isDoubtful = ({ dependsOn, review }: Task) =>
    review?.previousTasks.some((id) => !dependsOn.includes(id)) ?? false;
  if (!fitting.some((task) => base.get(task.id) !== task && isDoubtful(task))) return fitting;
  const isAncestor = ancestry(fitting);
  const ids = new Set(fitting.map(({ id }) => id));
  return fitting.map((task) => {
    if (!task.review || !isDoubtful(task)) return task;
    const previousTasks = task.review.previousTasks.filter((id) => !ids.has(id) || isAncestor(task.id, id));
    return { ...task, review: { ...task.review, previousTasks } };
  });
}
