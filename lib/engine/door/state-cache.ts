import type { RunState } from "@/lib/core/run";

export type StateCache = {
  /** Takes the state out: whoever has it changes it, and puts it back only when the change is committed. */
  take(runId: string): RunState | undefined;
  put(state: RunState): void;
};

/** Folded states of the runs used last, as of their last known commit. */
export function createStateCache(maxRuns: number): StateCache {
  const states = new Map<string, RunState>();
  return {
    take(runId) {
      const state = states.get(runId);
      states.delete(runId);
      return state;
    },
    put(state) {
      states.set(state.runId, state);
      const [oldest] = states.keys();
      if (states.size > maxRuns && oldest !== undefined) states.delete(oldest);
    },
  };
}
