import { isBeside, type RunState } from "../state";
import { type RunStatus, STATUS_OF_FINISH } from "../status";
import { awaitsLeave, holdsStandStill, nextEffects } from ".";

/** The run's status in the word list's terms: `waiting` = nothing can move until a person acts. */
export function statusOf(state: RunState): RunStatus {
  const end = state.finished ?? state.outcome;
  if (end) return STATUS_OF_FINISH[end.reason];
  if (state.paused) return "paused";
  if (isWaiting(state)) return "waiting";
  if (state.phase === "finishing") return "finishing";
  return state.phase === "executing" ? "running" : "planning";
}

/** True while something is in flight that the run continues with. */
export function isAtWork({ inFlight }: RunState): boolean {
  return Object.values(inFlight).some((effect) => !isBeside(effect));
}

/** True while nothing of the run can move until a person acts. */
export function isWaiting(state: RunState): boolean {
  if (Object.keys(state.openApprovals).length === 0) return false;
  if (isAtWork(state) || (!awaitsLeave(state) && Object.keys(state.held).length > 0)) return false;
  return nextEffects(state).every((effect) => effect.kind === "wake" || isBeside(effect));
}

/** True when a worker is needed: something should be in flight or started by itself later. */
export function needsWorker(state: RunState): boolean {
  if (state.phase !== "ended" && !holdsStandStill(state) && Object.keys(state.held).length > 0) return true;
  return nextEffects(state).some((effect) => effect.kind !== "wake");
}

/** The earliest moment at which a parked run wants a look: a deadline. Undefined when it only waits for people. */
export function wakeAt(state: RunState): number | undefined {
  const moments = nextEffects(state).flatMap((effect) => (effect.kind === "wake" ? [effect.at] : []));
  return moments.length > 0 ? Math.min(...moments) : undefined;
}
