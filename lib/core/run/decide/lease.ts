import { nextEffects } from "../effects";
import { readEffectKey } from "../effects/keys";
import { type DraftEvent, draft } from "../events";
import type { RunState } from "../state";
import { taskOf } from "../state/ready";
import { settleLostReservations } from "./ledger";
import { type Decided, refuse } from "./refuse";

/** Keeps every effects_started event well under the size limit of events. */
const KEYS_PER_EVENT = 40;

/** A run that has ended has no lease: its job ended with it, and a claim that was left over is worth nothing. */
export function decideTakeLease(state: RunState, command: { workerId: string }): Decided {
  if (state.phase === "ended") return [];
  const taken = draft("lease_taken", { epoch: state.epoch + 1, workerId: command.workerId });
  return [taken, ...settleLostReservations(state, "worker_lost")];
}

/** Starts those of the keys that are wanted now and not yet in flight; the others are passed over. */
export function decideStart(
  state: RunState,
  command: { keys: string[]; epoch: number },
  now: number,
): Decided {
  if (command.epoch !== state.epoch) return refuse("lease_lost", "Another worker holds this run now.");
  const wanted = new Set<string>();
  for (const effect of nextEffects(state)) {
    if (effect.kind !== "wake" && (effect.notBefore ?? 0) <= now && !state.inFlight[effect.key])
      wanted.add(effect.key);
  }
  const keys = command.keys.filter((key) => wanted.has(key));
  const events: DraftEvent[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_EVENT) {
    events.push(
      draft("effects_started", { keys: keys.slice(from, from + KEYS_PER_EVENT), epoch: state.epoch }),
    );
  }
  const taskIds = new Set(keys.flatMap((key) => readEffectKey(state.runId, key).taskId ?? []));
  return [...events, ...[...taskIds].flatMap((taskId) => firstStart(state, taskId))];
}

/** A pending task starts its next attempt with its first effect; a running one has begun already. */
function firstStart(state: RunState, taskId: string): DraftEvent[] {
  const task = taskOf(state, taskId);
  if (task.status !== "pending") return [];
  const begun = { taskId, attempt: Math.max(1, task.attempt) };
  const started = draft("task_started", begun);
  return task.spec.type === "planning_review" ? [started, draft("review_started", begun)] : [started];
}
