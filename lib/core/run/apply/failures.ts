import { getOwn, setOwn } from "../../own";
import type { Reason } from "../events/reason";
import type { ReplanCause } from "../events/reviews";
import type { FailureCode } from "../events/tasks";
import { deciderOfFailure } from "../replans/decider";
import type { RunState, TaskState } from "../state";
import { taskOf } from "../state/ready";
import { isTerminalTask } from "../status";

const TRIGGER_OF: Partial<Record<FailureCode, ReplanCause["trigger"]>> = {
  schema_mismatch: "verification",
  check_failed: "verification",
  verification_error: "verification",
  insufficient_data: "quality_gate",
  changes_requested: "person",
};

/** The run has to come to terms with this failure: it starts nothing new, or asks for a replan. */
export function raiseFailure(state: RunState, task: TaskState, as: "halt" | "replan", at: number): void {
  setOwn(state.openFailures, task.id, as);
  if (as === "halt") haltOn(state, task, at);
  else state.replanWanted = causeOf(state, task);
}

/** With the governing failure gone, the next one that nobody came to terms with governs. */
export function raiseNextFailure(state: RunState, at: number): void {
  if (state.halt || state.replanWanted || state.replan) return;
  const [next] = Object.entries(state.openFailures);
  if (next) raiseFailure(state, taskOf(state, next[0]), next[1], at);
}

/** The failure of a task is none any more. */
export function clearFailure(state: RunState, taskId: string): void {
  delete state.openFailures[taskId];
  if (state.halt?.taskId === taskId) delete state.halt;
  if (state.replanWanted?.taskId === taskId) delete state.replanWanted;
}

/** A pending planning review right after the failed task may govern what follows. */
function haltOn(state: RunState, task: TaskState, at: number): void {
  if (state.halt) return;
  const review = (getOwn(state.dependents, task.id) ?? [])
    .map((id) => taskOf(state, id))
    .filter((one) => one.spec.type === "planning_review" && !isTerminalTask(one.status))
    .sort((a, b) => a.order - b.order)[0];
  state.halt = {
    taskId: task.id,
    at,
    diagnosis: task.diagnosis as Reason,
    ...(review && { review: review.id }),
  };
}

function causeOf(state: RunState, task: TaskState): ReplanCause {
  const { id: taskId, spec, failureCode } = task;
  const diagnosis = task.diagnosis as Reason;
  const output = task.attempts.at(-1)?.output;
  return {
    trigger: TRIGGER_OF[failureCode as FailureCode] ?? "task_failed",
    reason: diagnosis,
    taskId,
    lineage: spec.lineage,
    diagnosis,
    ...(output && { output }),
    decided: deciderOfFailure(state, task),
  };
}
