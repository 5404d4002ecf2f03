import type { RunState } from "../state";

/** The replan under way is none any more, nor what works on it: the run would wait for its end and never park. */
export function forgetReplan(state: RunState): void {
  delete state.replan;
  for (const [key, { kind }] of Object.entries(state.inFlight)) {
    if (kind === "replan") delete state.inFlight[key];
  }
}
