import type { EventOf } from "../events";
import { readEffectKey } from "../keys";
import type { RunState } from "../state";

export function applyEffectsStarted(state: RunState, event: EventOf<"effects_started">): void {
  for (const key of event.payload.keys) {
    state.inFlight[key] = { ...readEffectKey(state.runId, key), sinceSeq: event.seq };
  }
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
  state.faults[key] = { ...facts, ...error, at: event.at };
}
