import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { nextEffects } from ".";
import { mayEndAtOnce } from "./at-once";

/** Whether what the only task of a run wants may end with its start. */
function isAllowed(task: object, settings = {}, change: (world: RunWorld) => void = () => {}): boolean[] {
  const world = new RunWorld({ plan: planOf({ id: "t", ...task }), settings });
  change(world);
  return nextEffects(world.state).flatMap((effect) =>
    effect.kind === "wake" ? [] : mayEndAtOnce(world.state, effect),
  );
}

const program = { type: "direct" as const, input: "(+ 1 2)" };

describe("what may end in the commit that starts it", () => {
  it("is a program whose result nothing but a predicate looks at", () => {
    expect(isAllowed(program)).toEqual([true]);
    expect(isAllowed({ ...program, verification: "(= data/result 3)" })).toEqual([true]);
    expect(isAllowed({ ...program, critical: false }, { llmReviewCritical: true })).toEqual([true]);
  });

  it("is nothing else", () => {
    expect(isAllowed({})).toEqual([false]);
    expect(isAllowed({ ...program, qualityGate: true })).toEqual([false]);
    expect(isAllowed({ ...program, outputSchema: { type: "number" } })).toEqual([false]);
    expect(isAllowed({ ...program, llmReview: true })).toEqual([false]);
    expect(isAllowed({ ...program, llmReview: "Is it three?" })).toEqual([false]);
    expect(isAllowed(program, { llmReviewCritical: true })).toEqual([false]);
  });

  it("is no effect of the whole run", () => {
    const { state } = new RunWorld({ plan: planOf({ id: "t", ...program }) });
    expect(mayEndAtOnce(state, { kind: "plan", key: "run_1/-/1/plan/1" })).toBe(false);
    expect(mayEndAtOnce(state, { kind: "run_direct", key: "run_1/-/1/run_direct/1" })).toBe(false);
  });

  it("is no attempt that has called a tool", () => {
    const called = (world: RunWorld): void => {
      world.start();
      const attempt = world.state.tasks.t?.attempts.at(-1);
      if (attempt) attempt.steps = 1;
    };
    expect(isAllowed(program, {}, called)).toEqual([false]);
    expect(isAllowed(program, {}, (world) => void world.start())).toEqual([true]);
  });
});
