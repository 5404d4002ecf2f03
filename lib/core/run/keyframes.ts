import type { RunEvent } from "./events";
import { fold } from "./fold";
import { foldOnto } from "./fold-onto";
import type { RunState } from "./state";
import { initialState } from "./state/initial";

/** After so many events the folded state is kept: going back costs the events since then alone. */
export const KEYFRAME_EVENTS = 500;
/** So many states before one that was folded from a keyframe are kept too: going back from it is a step. */
const STEPS_BACK = 20;
/** A state at most so many events before the one that is asked for is nearer than its keyframe. */
const NEAR = 60;
const MOST_STATES = 200;

/**
 * `stateAt` gives the state after the first `count` of the events, which it takes from the first on. Nobody may change it:
 * neighbors share what is the same in them, so that an object that is another one is one that changed.
 */
export type Keyframes = { stateAt(events: readonly RunEvent[], count: number): RunState };

/** States of one run at any of its events, or of those that follow the state `from`. Keyframes are folded when they are first needed. */
export function createKeyframes(
  runId: string,
  every = KEYFRAME_EVENTS,
  from: RunState = initialState(runId),
): Keyframes {
  // As text: reading one is the copy that folding onto it needs.
  const frames = [JSON.stringify(from)];
  const keepUpTo = (events: readonly RunEvent[], wanted: number) => {
    if (frames.length > wanted) return;
    const state = stateOf(frames.at(-1) as string);
    while (frames.length <= wanted) {
      const at = (frames.length - 1) * every;
      frames.push(JSON.stringify(fold(runId, events.slice(at, at + every), state)));
    }
  };
  const looked = new Map<number, RunState>();
  const keep = (count: number, state: RunState): RunState => {
    looked.set(count, state);
    if (looked.size > MOST_STATES) looked.delete(looked.keys().next().value as number);
    return state;
  };
  const fromFrame = (events: readonly RunEvent[], count: number): RunState => {
    const frame = Math.floor(count / every);
    keepUpTo(events, frame);
    const first = Math.max(frame * every, count - STEPS_BACK);
    let state = fold(runId, events.slice(frame * every, first), stateOf(frames[frame] as string));
    for (const [index, event] of events.slice(first, count).entries())
      state = foldOnto(keep(first + index, state), [event]);
    return state;
  };
  return {
    stateAt(events, count) {
      for (let near = count; near >= count - NEAR; near -= 1) {
        const known = looked.get(near);
        if (known) return near === count ? known : keep(count, foldOnto(known, events.slice(near, count)));
      }
      return keep(count, fromFrame(events, count));
    },
  };
}

const stateOf = (frame: string): RunState => JSON.parse(frame) as RunState;
