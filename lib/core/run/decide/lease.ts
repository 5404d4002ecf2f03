import { getOwn } from "../../own";
import type { WorkerCommand } from "../commands";
import { nextEffects } from "../effects";
import { readEffectKey, reasoningEffect, wantsReasoning } from "../effects/keys";
import { type DraftEvent, draft } from "../events";
import { isBeside, type RunState } from "../state";
import { taskOf } from "../state/ready";
import { affordableCalls, settleLostReservations } from "./ledger";
import { type Decided, refuse } from "./refuse";

/** Keeps every effects_started event well under the size limit of events. */
const KEYS_PER_EVENT = 40;
const CALLS_PER_EVENT = 20;

/** A run that has ended has no lease: its job ended with it, and a claim that was left over is worth nothing. */
export function decideTakeLease(state: RunState, command: { workerId: string }): Decided {
  if (state.phase === "ended") return [];
  const taken = draft("lease_taken", { epoch: state.epoch + 1, workerId: command.workerId });
  return [taken, ...settleLostReservations(state, "worker_lost")];
}

/**
 * Starts those of the keys that are wanted now and not yet in flight; the others are passed over. What their first calls
 * may take is reserved with it, in their order, as far as there is room: the others ask for themselves.
 */
export function decideStart(
  state: RunState,
  command: Extract<WorkerCommand, { type: "start" }>,
  now: number,
): Decided {
  if (command.epoch !== state.epoch) return refuse("lease_lost", "Another worker holds this run now.");
  const wanted = new Set<string>();
  for (const effect of nextEffects(state)) {
    if (effect.kind !== "wake" && (effect.notBefore ?? 0) <= now && !getOwn(state.inFlight, effect.key))
      wanted.add(effect.key);
  }
  const asked = command.keys.filter((key) => wanted.has(key));
  const ofAttempts = asked.map((key) => readEffectKey(state.runId, key)).filter((one) => !isBeside(one));
  const taskIds = [...new Set(ofAttempts.flatMap(({ taskId }) => taskId ?? []))];
  const keys = [...asked, ...reasonersOf(state, taskIds)];
  const calls = affordableCalls(
    state,
    (command.calls ?? []).filter(({ key }) => keys.includes(key)),
    now,
  );
  const events: DraftEvent[] = [];
  const size = calls.length > 0 ? CALLS_PER_EVENT : KEYS_PER_EVENT;
  for (let from = 0; from < keys.length; from += size) {
    const some = keys.slice(from, from + size);
    const begun = calls.filter(({ key }) => some.includes(key));
    const started = { keys: some, epoch: state.epoch, ...(begun.length > 0 && { calls: begun }) };
    events.push(draft("effects_started", started));
  }
  return [...events, ...taskIds.flatMap((taskId) => firstStart(state, taskId))];
}

/** With the first attempts begin those who say what is expected of them, as far as no more are asked than tasks may run. */
function reasonersOf(state: RunState, taskIds: readonly string[]): string[] {
  const room = Math.max(0, state.settings.maxConcurrency - (state.reasoning?.length ?? 0));
  return taskIds
    .filter((id) => wantsReasoning(state, taskOf(state, id)))
    .slice(0, room)
    .map((id) => reasoningEffect(state, id).key);
}

/** A pending task starts its next attempt with its first effect; a running one has begun already. */
function firstStart(state: RunState, taskId: string): DraftEvent[] {
  const task = taskOf(state, taskId);
  if (task.status !== "pending") return [];
  const begun = { taskId, attempt: Math.max(1, task.attempt) };
  const started = draft("task_started", begun);
  return task.spec.type === "planning_review" ? [started, draft("review_started", begun)] : [started];
}
