export type Slots = {
  /** Takes up to `wanted` slots and returns how many there were. */
  take(wanted: number): number;
  give(count: number): void;
  free(): number;
  /** Calls back once, in the order of asking, when a slot comes free. */
  whenFree(callback: () => void): void;
};

/** The places for effects in flight that all runs of one worker share. */
export function createSlots(size: number): Slots {
  let used = 0;
  const hungry = new Set<() => void>();
  return {
    take(wanted) {
      const taken = Math.max(0, Math.min(wanted, size - used));
      used += taken;
      return taken;
    },
    give(count) {
      used -= count;
      for (const callback of [...hungry].slice(0, Math.max(0, size - used))) {
        hungry.delete(callback);
        callback();
      }
    },
    free: () => Math.max(0, size - used),
    whenFree: (callback) => void hungry.add(callback),
  };
}
