import { describe, expect, it } from "vitest";
import type { RunState } from "@/lib/core/run/state";
import { createManualClock } from "@/lib/testing/manual-clock";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { createSlots } from "../worker/slots";
import { createSchedule, wantedEffects } from "./schedule";

/** A schedule with so many of a worker's slots in hand; the database's clock is at 1 000 when the local one is at 0. */
function world({ size = 4, slotsHeld = 0 } = {}) {
  const clock = createManualClock();
  const changes: number[] = [];
  const slots = createSlots(size);
  slots.join(() => {}).take(slotsHeld);
  const onChange = () => changes.push(clock.nowMs());
  return { clock, changes, slots, schedule: createSchedule({ slots, slotsHeld, clock, onChange }) };
}

const run = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }, { id: "c" }) });
const effects = wantedEffects(run.state);
const [a = "", b = "", c = ""] = effects.map(({ key }) => key);

describe("what a schedule may start", () => {
  it("is nothing before the database's time is known, and then what is not in flight", () => {
    const { schedule } = world();
    expect(effects).toHaveLength(3);
    expect(schedule.startable(run.state)).toEqual([]);
    schedule.observe(1_000);
    expect(schedule.startable(run.state)).toEqual(effects);
    const inFlight: RunState["inFlight"] = { [a]: { kind: "run_attempt", sinceSeq: 1 } };
    expect(schedule.startable({ ...run.state, inFlight }).map(({ key }) => key)).toEqual([b, c]);
  });

  it("waits for its time by the database's clock, which the local one follows", async () => {
    const { clock, changes, schedule } = world();
    const fault = { since: 1, failures: 1, at: 1, code: "e", message: "m", notBefore: 1_500 };
    const state = { ...run.state, faults: { [a]: fault } };
    const keys = () => schedule.startable(state).map(({ key }) => key);
    schedule.observe(1_000);
    schedule.wakeForNextTimer({ ...state, inFlight: {} });
    expect(keys()).toEqual([b, c]);
    await clock.advance(499);
    expect([keys(), changes]).toEqual([[b, c], []]);
    await clock.advance(1);
    expect([keys(), changes]).toEqual([[a, b, c], [500]]);
    schedule.observe(900);
    expect(keys()).toEqual([b, c]);
  });

  it("is looked at again after a delay, and no more once it is closed", async () => {
    const { clock, changes, schedule } = world();
    schedule.wakeAfter(70);
    await clock.advance(70);
    schedule.wakeAfter(70);
    schedule.close();
    await clock.advance(1_000);
    expect(changes).toEqual([70]);
    schedule.wakeAfter(70);
    schedule.wakeForNextTimer(run.state);
    await clock.advance(1_000);
    expect(changes).toEqual([70]);
  });
});

describe("the slots of a schedule", () => {
  it("that came with the claim are used first, and given back where they are too many", () => {
    const { slots, schedule } = world({ size: 4, slotsHeld: 3 });
    expect(slots.free()).toBe(1);
    expect(schedule.reserve(effects.slice(0, 1))).toEqual([a]);
    expect(slots.free()).toBe(3);
    expect(schedule.reserve(effects)).toEqual([a, b, c]);
    expect(slots.free()).toBe(1);
  });

  it("are taken as far as there are any, in order, and wanted beyond that", () => {
    const { changes, slots, schedule } = world({ size: 2 });
    const other = slots.join(() => {});
    other.take(1);
    expect(schedule.reserve(effects)).toEqual([a]);
    expect([slots.free(), changes]).toEqual([0, []]);
    other.release(1);
    expect(changes).toEqual([0]);
  });

  it("are wanted no more where all that starts has got one", () => {
    const { changes, slots, schedule } = world({ size: 3 });
    const other = slots.join(() => {});
    expect(schedule.reserve(effects.slice(0, 2))).toEqual([a, b]);
    other.take(1);
    other.release(1);
    expect(changes).toEqual([]);
  });

  it("are taken by what they were reserved for, and by others where one is free", () => {
    const { slots, schedule } = world({ size: 2 });
    schedule.reserve(effects.slice(0, 1));
    expect([schedule.takeSlot(a), slots.free()]).toEqual([true, 1]);
    expect([schedule.takeSlot(b), slots.free()]).toEqual([true, 0]);
    expect(schedule.takeSlot(c)).toBe(false);
    schedule.releaseReserved();
    expect(slots.free()).toBe(0);
    schedule.releaseSlot();
    expect([slots.free(), schedule.takeSlot(c)]).toEqual([1, true]);
  });

  it("that are reserved and not taken go back, at the latest when it closes", () => {
    const { slots, schedule } = world({ size: 4 });
    schedule.reserve(effects);
    schedule.takeSlot(a);
    schedule.releaseReserved();
    expect(slots.free()).toBe(3);
    schedule.reserve(effects.slice(1));
    schedule.close();
    expect(slots.free()).toBe(3);
    const claimed = world({ size: 4, slotsHeld: 2 });
    claimed.schedule.close();
    claimed.schedule.close();
    expect(claimed.slots.free()).toBe(4);
  });
});
