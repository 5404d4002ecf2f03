import type { EventOf } from "../events";
import { readEffectKey } from "../keys";
import { taskOf } from "../ready";
import type { RunState } from "../state";
import { closeAttempt } from "./mission";
import { beginAttempt } from "./tasks";

/** An attempt keeps the model that it began with: another one would be sent messages that are not its own. */
export function recordAttemptModel(state: RunState, event: EventOf<"llm_called">): void {
  const { taskId = "", attempt, role, model, failure } = event.payload;
  const current = state.tasks[taskId]?.attempts.at(-1);
  if (role === "agent" && failure === undefined && current?.attempt === attempt && current)
    current.model = model;
}

/** Who takes the place of a model is asked for itself again: so no chain of replacements is a circle. */
export function applyModelReplaced(state: RunState, event: EventOf<"model_replaced">): void {
  const { model, by } = event.payload;
  const { [by]: _itself, ...others } = state.replacementModels;
  state.replacementModels = { ...others, [model]: by };
  clearFaults(state, model);
}

export function applyAttemptRestarted(state: RunState, event: EventOf<"attempt_restarted">): void {
  const { taskId, attempt } = event.payload;
  const task = taskOf(state, taskId);
  for (const key of Object.keys(state.faults)) {
    if (readEffectKey(state.runId, key).taskId === taskId) delete state.faults[key];
  }
  closeAttempt(task, "aborted", event.at);
  delete task.notBefore;
  task.modelChanges = (task.modelChanges ?? 0) + 1;
  beginAttempt(state, task, attempt, event.at);
}

/** Work that waited for this model, or for any, is wanted again at once. */
export function clearFaults(state: RunState, model?: string | number): void {
  for (const [key, fault] of Object.entries(state.faults)) {
    if (model === undefined || fault.model === model) delete state.faults[key];
  }
}
