import { getOwn } from "../../own";
import type { StoredValue } from "../../stored-value";
import type { WorkerCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { RunState, TaskState } from "../state";

/** A result nobody waits for any more: kept as evidence, changes nothing. */
export function lateResult(key: string, kind: WorkerCommand["type"], value?: StoredValue): DraftEvent[] {
  return [draft("late_result", { key, kind, ...(value && { value }) })];
}

/** The running task an effect reports on; undefined when the effect is no longer expected. */
export function expectedTask(
  state: RunState,
  report: { key: string; taskId: string; attempt: number },
): TaskState | undefined {
  const task = getOwn(state.tasks, report.taskId);
  if (!getOwn(state.inFlight, report.key) || task?.status !== "running" || task.attempt !== report.attempt)
    return;
  return task;
}
