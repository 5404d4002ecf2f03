import { getOwn } from "../../own";
import { passesWithoutAnswer } from "../controls/obligations";
import type { Reason } from "../events/reason";
import { MAX_UPSTREAM_TASKS } from "../reasons";
import { isTerminalTask } from "../status";
import type { RunState, TaskState } from ".";
import { insertReady, taskOf } from "./ready";

/** What an ended dependency means for a task that waits for it (docs/engine.md, "Scheduling"). */
export type DependencyEffect = "satisfied" | "blocks" | "undecided";

/**
 * A succeeded dependency satisfies; a skipped or tolerated one does too, unless the task names its result or it is a
 * synthesis gate or a control; a failed one that is not tolerated leaves it open (the halt governs). Reviews take any end.
 */
export function dependencyEffect(
  dependency: TaskState,
  dependent: { spec: Pick<TaskState["spec"], "type" | "uses"> },
): DependencyEffect {
  if (!isTerminalTask(dependency.status)) return "undecided";
  if (dependent.spec.type === "planning_review" || dependency.status === "succeeded") return "satisfied";
  if (dependency.status === "failed" && !dependency.tolerated) return "undecided";
  if (dependency.status === "blocked") return "undecided";
  if (dependency.spec.type === "synthesis_gate" || isRefusedControl(dependency)) return "blocks";
  return dependent.spec.uses.includes(dependency.id) ? "blocks" : "satisfied";
}

/** A control that was not passed: however its failure is tolerated, nothing behind it starts. */
function isRefusedControl({ spec, diagnosis }: TaskState): boolean {
  const isControl = spec.type === "human_review" || spec.review?.requiresHumanApproval === true;
  return isControl && !(diagnosis && passesWithoutAnswer(diagnosis));
}

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
    const effect = dependencyEffect(ended, dependent);
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
    const effect = dependencyEffect(dependency, task);
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
    diagnosis: upstreamReason(because),
    skip,
  });
}

/** What is blocked behind a blocked task leads back to the one that failed first. */
function upstreamReason({ id: taskId, status, diagnosis }: TaskState): Reason {
  const nearest = { taskId, status };
  if (diagnosis?.code === "upstream") {
    return { ...diagnosis, tasks: [nearest, ...diagnosis.tasks].slice(0, MAX_UPSTREAM_TASKS) };
  }
  const cause = diagnosis && "cause" in diagnosis ? diagnosis.cause : diagnosis;
  return { code: "upstream", tasks: [nearest], ...(cause && { cause }) };
}
