import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { scaled } from "@/lib/testing/scaled";
import { fold } from "./fold";
import { createKeyframes } from "./keyframes";

const story = fc.record({ plan: planArb, settings: settingsArb, tape: tapeArb });

describe("stateAt", () => {
  it("is the fold of the first events, in whatever order one looks at them", () => {
    fc.assert(
      fc.property(
        story,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        ({ plan, settings, tape }, every, places) => {
          const world = new RunWorld({ plan, settings });
          play(world, tape, () => undefined);
          bringToEnd(world, () => undefined);
          const { events } = world;
          const before = JSON.stringify(events);
          const keyframes = createKeyframes("run_1", every);
          for (const place of places) {
            const seq = place % (events.length + 1);
            expect(keyframes.stateAt(events, seq)).toEqual(fold("run_1", events.slice(0, seq)));
          }
          expect(keyframes.stateAt(events, events.length)).toEqual(world.state);
          expect(JSON.stringify(events)).toBe(before);
        },
      ),
      { numRuns: scaled(60) },
    );
  });

  it("goes on from the state that was looked at before, and shares what an event leaves alone", () => {
    const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b" }) });
    world.run("a");
    const { events } = world;
    const keyframes = createKeyframes("run_1");
    const last = keyframes.stateAt(events, events.length);
    expect(keyframes.stateAt(events, events.length)).toBe(last);
    const before = keyframes.stateAt(events, events.length - 1);
    expect(before).not.toBe(last);
    expect(before.tasks.b).toBe(last.tasks.b);
    expect(before.settings).toBe(last.settings);
  });

  it("folds the events that follow a state", () => {
    const { events, state } = new RunWorld({ plan: planOf({ id: "a" }) });
    const from = fold("run_1", events.slice(0, 2));
    expect(createKeyframes("run_1", 1, from).stateAt(events.slice(2), events.length - 2)).toEqual(state);
    expect(from.seq).toBe(2);
  });
});
