import { getOwn } from "@/lib/core/own";
import type { Clock } from "@/lib/core/ports";
import { nextEffects } from "@/lib/core/run";
import type { Effect, RunState } from "@/lib/core/run/state";
import { createTimer } from "../timer";
import type { Slots } from "../worker/slots";

export type WantedEffect = Exclude<Effect, { kind: "wake" }>;

export type Schedule = {
  /** A commit told the database's time just now. */
  observe(committedAtMs: number): void;
  /** What the run wants, is not in flight, and is due by the database's clock. */
  startable(state: Readonly<RunState>): WantedEffect[];
  /** Takes slots for what the commit under way starts, as far as there are any; the keys that got one. */
  reserve(effects: readonly WantedEffect[]): string[];
  /** The slot of an effect in flight: the one reserved for it, or a free one. False when there is none now. */
  takeSlot(key: string): boolean;
  /** Gives back what was reserved and not taken. */
  releaseReserved(): void;
  /** An effect left its slot. */
  releaseSlot(): void;
  /** Sets the alarm to the run's next timer. */
  wakeForNextTimer(state: Readonly<RunState>): void;
  wakeAfter(delayMs: number): void;
  /** Nothing starts any more: gives back every slot but those of running effects. */
  close(): void;
};

/**
 * When the effects of one leased run start: each needs a slot (save what runs beside an attempt), which the runs of a worker share, and those that wait
 * for their time are woken by an alarm. The database's clock is followed between commits by the local monotonic one,
 * so that timers need no queries and no trust in the machine's wall clock (docs/engine.md, "Timers").
 * `slotsHeld` are slots that came with the claim; `onChange` is called when more may start.
 */
export function createSchedule(options: {
  slots: Slots;
  slotsHeld: number;
  clock: Clock;
  onChange: () => void;
}): Schedule {
  const { clock, onChange } = options;
  const slots = options.slots.join(onChange);
  const timer = createTimer(clock, onChange);
  /** Of the database's clock against the local one; before the first commit nothing is due. */
  let offsetMs = Number.NEGATIVE_INFINITY;
  /** Keys that the commit under way is to start; each holds a slot. */
  let reserved = new Set<string>();
  /** Slots that came with the claim, until the first commit uses them or gives them back. */
  let unusedSlots = options.slotsHeld;

  const databaseNowMs = () => clock.monotonicMs() + offsetMs;

  function releaseReserved(): void {
    slots.release(reserved.size);
    reserved = new Set();
  }

  return {
    observe(committedAtMs) {
      offsetMs = committedAtMs - clock.monotonicMs();
    },
    startable: (state) =>
      wantedEffects(state).filter(
        ({ key, notBefore = 0 }) => !getOwn(state.inFlight, key) && notBefore <= databaseNowMs(),
      ),
    reserve(effects) {
      releaseReserved();
      const own = Math.min(unusedSlots, effects.length);
      slots.release(unusedSlots - own);
      unusedSlots = 0;
      const taken = own + slots.take(effects.length - own);
      slots.wantMore(taken < effects.length);
      const keys = effects.slice(0, taken).map(({ key }) => key);
      reserved = new Set(keys);
      return keys;
    },
    takeSlot(key) {
      const taken = reserved.delete(key) || slots.take(1) === 1;
      if (!taken) slots.wantMore(true);
      return taken;
    },
    releaseReserved,
    releaseSlot: () => slots.release(1),
    wakeForNextTimer(state) {
      const nextMs = nextTimerMs(state);
      timer.set(nextMs === undefined ? undefined : nextMs - databaseNowMs());
    },
    wakeAfter: timer.set,
    close() {
      timer.set(undefined);
      releaseReserved();
      slots.release(unusedSlots);
      unusedSlots = 0;
      slots.wantMore(false);
    },
  };
}

/** What should be in flight, without the run's timers. */
export function wantedEffects(state: Readonly<RunState>): WantedEffect[] {
  return nextEffects(state).filter((effect) => effect.kind !== "wake");
}

/** The soonest moment, on the database's clock, at which something starts or happens by itself. */
function nextTimerMs(state: Readonly<RunState>): number | undefined {
  let soonest: number | undefined;
  for (const effect of nextEffects(state)) {
    const at =
      effect.kind === "wake" ? effect.at : getOwn(state.inFlight, effect.key) ? undefined : effect.notBefore;
    if (at !== undefined && (soonest === undefined || at < soonest)) soonest = at;
  }
  return soonest;
}
