import type { TaskCommand } from "./commands";
import type { RunState, TaskState } from "./state";
import { isTerminalTask, type TaskStatus } from "./status";

export type InterventionType = Exclude<TaskCommand["type"], "steer">;

const WITHOUT_RESULT: ReadonlySet<TaskStatus> = new Set([
  "pending",
  "running",
  "waiting",
  "failed",
  "skipped",
  "blocked",
]);

/** In which states a task can be retried, skipped, or given a result by a person (docs/engine.md, "Commands"). */
export const INTERVENTIONS: Record<InterventionType, ReadonlySet<TaskStatus>> = {
  retry_task: new Set(["failed", "skipped", "blocked"]),
  skip_task: new Set(["pending", "running", "waiting", "failed", "blocked"]),
  accept_result: WITHOUT_RESULT,
  supply_result: WITHOUT_RESULT,
};

/** True for a task that has ended and that nobody can have done once more: what failed, was skipped or was blocked is tried again. */
export const isOver = (status: TaskStatus): boolean =>
  isTerminalTask(status) && !INTERVENTIONS.retry_task.has(status);

/** What a person can do to a task now. Whether what it builds on is there is found out when they do it. */
export function interventionsFor(state: RunState, task: TaskState): InterventionType[] {
  if (state.phase !== "executing") return [];
  return (Object.keys(INTERVENTIONS) as InterventionType[]).filter(
    (type) => INTERVENTIONS[type].has(task.status) && acceptsIntervention(task, type),
  );
}

function acceptsIntervention({ spec, status, attempts }: TaskState, type: InterventionType): boolean {
  if (type === "retry_task" || type === "skip_task") return true;
  if (spec.type === "planning_review") return false;
  if (type === "accept_result") return attempts.some(({ output }) => output !== undefined);
  return spec.type !== "human_review" || status !== "waiting";
}

/** True while an agent works on the task and can be told something. */
export const canSteer = ({ phase }: RunState, { spec, status }: TaskState): boolean =>
  phase === "executing" && spec.type === "task" && status === "running";
