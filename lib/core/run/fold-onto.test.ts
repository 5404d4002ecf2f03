import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import type { RunEvent } from "./events";
import { fold } from "./fold";
import { foldOnto } from "./fold-onto";
import type { RunState } from "./state";
import { initialState } from "./state/initial";

const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb });

/** The same, deeply frozen, so that writing to it fails. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

describe("foldOnto", () => {
  it("gives what folding gives, event by event and many at once, and changes neither state nor events", () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 1, max: 9 }), ({ plan, settings, tape }, many) => {
        const world = new RunWorld({ plan, settings });
        play(world, tape, () => undefined);
        bringToEnd(world, () => undefined);
        const events = frozen(structuredClone(world.events));
        let state = frozen(initialState("run_1"));
        const plain = initialState("run_1");
        for (let at = 0; at < events.length; at += many) {
          const some = events.slice(at, at + many);
          state = frozen(foldOnto(state, some));
          fold("run_1", structuredClone(some) as RunEvent[], plain);
          if (at % 8 === 0) expect(JSON.stringify(state)).toBe(JSON.stringify(plain));
        }
        expect(state).toEqual(world.state);
        // Nothing of how it was made is left in it.
        expect(structuredClone(state)).toEqual(state);
      }),
      { numRuns: scaled(20) },
    );
  });

  it("shares what an event leaves alone", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }) });
    const before = world.state;
    const note = { ...world.events[0], seq: before.seq + 1, at: before.lastAt + 1 };
    const started = { ...note, type: "task_started", payload: { taskId: "a", attempt: 1 } } as RunEvent;
    const after = foldOnto(before, [started]);
    expect(after.tasks.a).not.toBe(before.tasks.a);
    expect(after.tasks.b).toBe(before.tasks.b);
    expect(after.settings).toBe(before.settings);
    expect(foldOnto(before, [])).toBe(before as RunState);
  });
});
