import type { RunState } from "./state";
import { isWaiting } from "./status-of";

/**
 * Lets the run's clock run or stand still as its state says after an event at this moment: it stands while the run is
 * waiting, paused or ended (docs/engine.md, "Budgets").
 */
export function updateClock(state: RunState, at: number): void {
  const { ledger } = state;
  const runs = state.phase !== "new" && state.phase !== "ended" && !state.paused && !isWaiting(state);
  if (runs === (ledger.activeSince !== undefined)) return;
  if (ledger.activeSince === undefined) ledger.activeSince = at;
  else {
    ledger.activeMs += at - ledger.activeSince;
    delete ledger.activeSince;
  }
}
