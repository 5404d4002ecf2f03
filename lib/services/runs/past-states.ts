import { fold, initialState } from "@/lib/core/run";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";

const PAGE_EVENTS = 2_000;

export type ReadEvents = (of: { runId: string; afterSeq: number; limit: number }) => Promise<RunEvent[]>;
type Keeping = { everyEvents?: number; mostFrames?: number };

/**
 * Folds runs to one of their events, and keeps the states on the way: somebody who goes through a long run asks for many
 * of its moments, one after the other. The frames used last stay, whatever runs they are of.
 */
export function createPastStates({ everyEvents = PAGE_EVENTS, mostFrames = 32 }: Keeping = {}) {
  // As text: reading one is the copy that folding onto it needs.
  const frames = new Map<string, string>();
  const keyOf = (runId: string, seq: number): string => `${runId}@${seq}`;

  function keep(key: string, frame: string): void {
    frames.delete(key);
    frames.set(key, frame);
    const [oldest] = frames.keys();
    if (frames.size > mostFrames && oldest !== undefined) frames.delete(oldest);
  }

  /** The last kept state that is not after `seq`. */
  function nearest(runId: string, seq: number): RunState {
    for (let at = seq - (seq % everyEvents); at > 0; at -= everyEvents) {
      const key = keyOf(runId, at);
      const frame = frames.get(key);
      if (frame === undefined) continue;
      keep(key, frame);
      return JSON.parse(frame) as RunState;
    }
    return initialState(runId);
  }

  /** The state after the event `seq`, which the run has. */
  return async function stateAt(readEvents: ReadEvents, runId: string, seq: number): Promise<RunState> {
    let state = nearest(runId, seq);
    while (state.seq < seq) {
      const limit = Math.min(everyEvents - (state.seq % everyEvents), seq - state.seq);
      state = fold(runId, await readEvents({ runId, afterSeq: state.seq, limit }), state);
      if (state.seq % everyEvents === 0) keep(keyOf(runId, state.seq), JSON.stringify(state));
    }
    return state;
  };
}
