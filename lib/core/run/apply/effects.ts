import { getOwn, setOwn } from "../../own";
import { readEffectKey } from "../effects/keys";
import type { EventOf } from "../events";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { endHold } from "./holds";
import { holdAmounts } from "./ledger";
import { closeAttempt } from "./mission";
import { beginAttempt, clearProposal } from "./tasks";

/** An attempt keeps the model that it began with: another one would be sent messages that are not its own. */
export function recordAttemptModel(state: RunState, event: EventOf<"llm_called">): void {
  const { taskId = "", attempt, role, model, failure } = event.payload;
  const current = getOwn(state.tasks, taskId)?.attempts.at(-1);
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
  if (getOwn(state.held, taskId) === undefined) task.modelChanges = (task.modelChanges ?? 0) + 1;
  else {
    // A held proposal was about a plan that is no longer in force.
    endHold(state, task);
    clearProposal(task);
  }
  beginAttempt(state, task, attempt, event.at);
}

/** Work that waited for this model, or for any, is wanted again at once. */
export function clearFaults(state: RunState, model?: string | number): void {
  for (const [key, fault] of Object.entries(state.faults)) {
    if (model === undefined || fault.model === model) delete state.faults[key];
  }
}

export function applyEffectsStarted(state: RunState, event: EventOf<"effects_started">): void {
  for (const key of event.payload.keys) {
    setOwn(state.inFlight, key, { ...readEffectKey(state.runId, key), sinceSeq: event.seq });
  }
  for (const call of event.payload.calls ?? []) holdAmounts(state, call.key, call);
}

export function applyEffectsReleased(state: RunState, event: EventOf<"effects_released">): void {
  for (const key of event.payload.keys) delete state.inFlight[key];
}

/** A new lease starts from nothing in flight: what was, is wanted again. */
export function applyLeaseTaken(state: RunState, event: EventOf<"lease_taken">): void {
  state.epoch = event.payload.epoch;
  state.inFlight = {};
  state.ledger.queued = {};
}

export function applyEffectFailed(state: RunState, event: EventOf<"effect_failed">): void {
  const { key, error, ...facts } = event.payload;
  delete state.inFlight[key];
  setOwn(state.faults, key, { ...facts, ...error, at: event.at });
}
