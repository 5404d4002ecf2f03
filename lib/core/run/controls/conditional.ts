import { getOwn } from "../../own";
import { tasksFedBy } from "../../plan/flows";
import type { StoredTask } from "../../plan/stored";
import type { RunState } from "../state";
import { tasksInForce } from "../state/in-force";
import { isTerminalTask } from "../status";
import { isConditional, isPeoplesReview } from "./terms/peoples-review";

/** The controls that have not asked yet and whose conditions measure what the task gives. */
export function measuringControls(state: Readonly<RunState>, taskId: string): StoredTask[] {
  const tasks = tasksInForce(state);
  if (!tasks.some(isConditional)) return [];
  const fed = tasksFedBy(tasks, taskId);
  const hasAsked = (id: string) => isTerminalTask(getOwn(state.tasks, id)?.status ?? "pending");
  return tasks.filter(
    (task) =>
      isConditional(task) && isPeoplesReview(task, state.settings) && fed.has(task.id) && !hasAsked(task.id),
  );
}
