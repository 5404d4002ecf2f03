import type { RunEvent } from "../events";
import type { RunState } from "../state";
import { closeCurrentEntry } from "./replan-history";

/** The replan under way is none any more, nor what works on it: the run would wait for its end and never park. */
export function clearReplan(state: RunState): void {
  delete state.replan;
  for (const [key, { kind }] of Object.entries(state.inFlight)) {
    if (kind === "replan") delete state.inFlight[key];
  }
}

/** A replan that is not needed any more counts as none: its limits are about plans that did not hold. */
export function discardReplan(state: RunState, moment: Pick<RunEvent, "at" | "seq">, why: string): void {
  const { replan, replanFailed } = state;
  clearReplan(state);
  delete state.replanFailed;
  if (!replan || replanFailed) return;
  closeCurrentEntry(state, "withdrawn", moment, why);
  state.counters.replans -= 1;
  const { lineage } = replan.cause;
  if (lineage !== undefined) (state.counters.replansByLineage[lineage] as number) -= 1;
}
