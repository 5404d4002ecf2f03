import type { EventOf } from "../events";
import type { CritiqueState, RunState } from "../state";

export function applyCritique(state: RunState, event: EventOf<"plan_critiqued">): void {
  const { version, ...critique } = event.payload;
  state.critiques[version] = { ...critique, verdicts: {} };
}

/** A later verdict replaces an earlier one; the events keep both. */
export function applyFindingReviewed(state: RunState, event: EventOf<"finding_reviewed">): void {
  const { version, findingKey, verdict, reason } = event.payload;
  const { verdicts } = state.critiques[version] as CritiqueState;
  verdicts[findingKey] = { verdict, reason, by: event.actor, at: event.at };
}
