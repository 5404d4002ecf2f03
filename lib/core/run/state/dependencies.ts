import { getOwn } from "../../own";
import { passesWithoutAnswer } from "../controls/obligations";
import { isPeoplesReview } from "../controls/terms/peoples-review";
import type { Reason } from "../events/reason";
import { MAX_UPSTREAM_TASKS } from "../reasons";
import { isTerminalTask } from "../status";
import type { RunState, TaskState } from ".";
import { insertReady, taskOf } from "./ready";
import { toldStatus } from "./told-status";

/** What an ended dependency means for a task that waits for it (docs/engine.md, "Scheduling"). */
export type DependencyEffect = "satisfied" | "blocks" | "undecided";

type Dependent = {
  spec: Pick<TaskState["spec"], "type" | "uses">;
  /** Absent of a task of a version that is not adopted. */
  sinceVersion?: number;
};

/**
 * A succeeded dependency satisfies, but for a review behind a refused control; a skipped or tolerated one does too, unless the task names its result or it is a
 * synthesis gate or a control; a failed one that is not tolerated leaves it open (the halt governs). Reviews take any end.
 */
export function dependencyEffect(
  state: Readonly<RunState>,
  dependency: TaskState,
  dependent: Dependent,
): DependencyEffect {
  if (!isTerminalTask(dependency.status)) return "undecided";
  if (dependent.spec.type === "planning_review") return "satisfied";
  const isPassed = dependency.status === "succeeded" || dependency.status === "skipped";
  if (isPassed && refusedBefore(state, dependency, dependent)) return "blocks";
  if (dependency.status === "succeeded") return "satisfied";
  if (dependency.status === "failed" && !dependency.tolerated) return "undecided";
  if (dependency.status === "blocked") return "undecided";
  if (dependency.spec.type === "synthesis_gate" || isRefusedControl(state, dependency)) return "blocks";
  return dependent.spec.uses.includes(dependency.id) ? "blocks" : "satisfied";
}

/** A control that was not passed: however its failure is tolerated, nothing behind it starts. */
export function isRefusedControl(
  { settings }: Pick<RunState, "settings">,
  { spec, status, diagnosis }: TaskState,
): boolean {
  const isControl = spec.type === "human_review" || isPeoplesReview(spec, settings);
  return isControl && status !== "succeeded" && !(diagnosis && passesWithoutAnswer(diagnosis));
}

/**
 * The control that was refused before a review, which takes any end: by a model's decision, or by its condition, nothing continues
 * behind it that was there when people refused. Later work was written in view of that, and the review's own people may let it.
 */
function refusedBefore(
  state: Readonly<RunState>,
  review: TaskState,
  { sinceVersion = Number.POSITIVE_INFINITY }: Dependent,
): TaskState | undefined {
  if (review.spec.type !== "planning_review") return;
  const seen = new Set([review.id]);
  for (const id of seen) {
    const task = taskOf(state, id);
    if (task.refusedIn !== undefined && sinceVersion <= task.refusedIn) return task;
    if (task.spec.type !== "planning_review") continue;
    if (isDecidedByPeople(state, task)) continue;
    for (const above of task.spec.dependsOn) seen.add(above);
  }
  return;
}

const isDecidedByPeople = (
  { approvals, overrides = [] }: Readonly<RunState>,
  { id, diagnosis }: TaskState,
): boolean =>
  diagnosis?.code === "skipped_by_person" ||
  overrides.some(({ taskId }) => taskId === id) ||
  Object.values(approvals).some(
    ({ kind, taskId, decided }) =>
      kind === "review_decision" && taskId === id && decided?.by.kind === "person",
  );

/** Passes the end of a task on to its pending dependents: some become ready, some can never start. */
export function propagateEnd(
  state: RunState,
  ended: TaskState,
  options: { reviews: boolean; skip: boolean },
): void {
  for (const id of getOwn(state.dependents, ended.id) ?? []) {
    const dependent = taskOf(state, id);
    if (dependent.status !== "pending") continue;
    if (dependent.spec.type === "planning_review" && !options.reviews) continue;
    const effect = dependencyEffect(state, ended, dependent);
    if (effect === "blocks") markBlocked(state, dependent, ended, options.skip);
    if (effect !== "satisfied") continue;
    dependent.unmet -= 1;
    if (dependent.unmet === 0) insertReady(state, id);
  }
}

/** Counts what a pending task still waits for, and puts it where that leads. */
export function indexPending(state: RunState, task: TaskState): void {
  if (task.status !== "pending") return;
  task.unmet = 0;
  for (const id of task.spec.dependsOn) {
    const dependency = taskOf(state, id);
    const effect = dependencyEffect(state, dependency, task);
    if (effect === "satisfied") continue;
    task.unmet += 1;
    if (effect === "blocks") markBlocked(state, task, dependency, false);
  }
  if (task.unmet === 0) insertReady(state, task.id);
}

function markBlocked(state: RunState, task: TaskState, because: TaskState, skip: boolean): void {
  state.blockedTasks.push({
    taskId: task.id,
    because: because.id,
    diagnosis: upstreamReason(refusedBefore(state, because, task) ?? because),
    skip,
  });
}

/** What is blocked behind a blocked task leads back to the one that failed first. */
function upstreamReason(task: TaskState): Reason {
  const { id: taskId, diagnosis } = task;
  const nearest = { taskId, status: toldStatus(task) };
  if (diagnosis?.code === "upstream") {
    return { ...diagnosis, tasks: [nearest, ...diagnosis.tasks].slice(0, MAX_UPSTREAM_TASKS) };
  }
  const cause = diagnosis && "cause" in diagnosis ? diagnosis.cause : diagnosis;
  return { code: "upstream", tasks: [nearest], ...(cause && { cause }) };
}
