import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bringToEnd, planArb, play, settingsArb, tapeArb } from "@/lib/testing/runs/random-run";
import { RunWorld } from "@/lib/testing/runs/run-world";
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

  it("gives copies: what is done to one changes no other", () => {
    const world = new RunWorld();
    const keyframes = createKeyframes("run_1", 2);
    const first = keyframes.stateAt(world.events, 1);
    first.mission = "Something else";
    expect(keyframes.stateAt(world.events, 1).mission).toBe("Do it");
  });
});
