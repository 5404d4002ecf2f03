import type { RunEvent } from "./events";
import { fold } from "./fold";
import type { RunState } from "./state";
import { initialState } from "./state/initial";

/** After so many events the folded state is kept: going back costs the events since then alone. */
export const KEYFRAME_EVENTS = 500;

/** `stateAt` gives the state after the first `seq` of a run's events, which it takes from the first on. */
export type Keyframes = { stateAt(events: readonly RunEvent[], seq: number): RunState };

/** States of one run at any of its events. Each is a copy of its own; keyframes are folded when they are first needed. */
export function createKeyframes(runId: string, every = KEYFRAME_EVENTS): Keyframes {
  // As text: reading one is the copy that folding onto it needs.
  const frames = [JSON.stringify(initialState(runId))];
  const keepUpTo = (events: readonly RunEvent[], wanted: number) => {
    if (frames.length > wanted) return;
    const state = stateOf(frames.at(-1) as string);
    while (frames.length <= wanted) {
      const from = (frames.length - 1) * every;
      frames.push(JSON.stringify(fold(runId, events.slice(from, from + every), state)));
    }
  };
  return {
    stateAt(events, seq) {
      const frame = Math.floor(seq / every);
      keepUpTo(events, frame);
      return fold(runId, events.slice(frame * every, seq), stateOf(frames[frame] as string));
    },
  };
}

const stateOf = (frame: string): RunState => JSON.parse(frame) as RunState;
