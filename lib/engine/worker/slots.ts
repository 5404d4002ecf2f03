export type Slots = {
  /** Takes part; `whenFree` is called whenever a slot may be had by the one who wants more. */
  join(whenFree: () => void): SlotUser;
  free(): number;
};

type SlotUser = {
  /** Takes up to `wanted` slots and returns how many there were, leaving one to each of the others that want more. */
  take(wanted: number): number;
  release(count: number): void;
  /** Whether it would have more than it got. */
  wantMore(wanted: boolean): void;
};

type Member = { whenFree: () => void };

/**
 * The places for effects in flight that all runs of one worker share. Who wants more than there is stands in a line;
 * free slots are for the line, one each, and who was served goes to its end, so that no run starves another.
 */
export function createSlots(size: number): Slots {
  let used = 0;
  const queue = new Set<Member>();

  const free = (): number => Math.max(0, size - used);

  function notifyQueue(): void {
    for (const member of [...queue].slice(0, free())) member.whenFree();
  }

  function takeFor(member: Member, wanted: number): number {
    const others = [...queue].filter((one) => one !== member).length;
    const ahead = queue.has(member) ? [...queue].indexOf(member) : others;
    const own = free() > ahead ? 1 : 0;
    const taken = Math.max(0, Math.min(wanted, Math.max(own, free() - others)));
    used += taken;
    if (taken > 0 && queue.delete(member)) queue.add(member);
    return taken;
  }

  return {
    free,
    join(whenFree) {
      const member = { whenFree };
      return {
        take: (wanted) => takeFor(member, wanted),
        release(count) {
          if (count === 0) return;
          used -= count;
          notifyQueue();
        },
        wantMore(wanted) {
          if (wanted) queue.add(member);
          else if (queue.delete(member)) notifyQueue();
        },
      };
    },
  };
}
