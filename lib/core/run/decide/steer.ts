import type { TaskCommand } from "../commands";
import { draft } from "../events";
import type { RunState } from "../state";
import { type Decided, refuse } from "./refuse";

export const MAX_STEER_CHARS = 2_000;

/** A word to an agent at work; it reads it before its next step (docs/engine.md, "Commands"). */
export function decideSteer(state: RunState, command: Extract<TaskCommand, { type: "steer" }>): Decided {
  const { taskId } = command;
  const task = state.tasks[taskId];
  if (!task) return refuse("not_found", `There is no task "${taskId}" in this run.`);
  if (task.spec.type !== "task" || task.status !== "running") {
    return refuse("not_allowed_now", `No agent is at work on "${taskId}": it is ${task.status}.`);
  }
  const message = command.message.trim().slice(0, MAX_STEER_CHARS);
  if (message === "") return refuse("invalid_input", "Say what the agent should heed.");
  return [draft("steered", { taskId, attempt: task.attempt, message })];
}
