import { expect, it } from "vitest";
import { RunWorld } from "@/lib/testing/runs/run-world";

const shown = (version: number) => [{ id: "exm_1", version }];

it("what a prompt carries is kept by its work, once, and again when it differs", () => {
  const world = new RunWorld();
  world.start();
  const [key = ""] = Object.keys(world.state.inFlight);
  const show = (version: number) =>
    world.send({ type: "examples_shown", key, role: "agent", examples: shown(version) });
  show(1);
  show(1);
  expect(world.events.filter(({ type }) => type === "examples_shown")).toHaveLength(1);
  show(2);
  expect(world.state.examplesShown).toEqual({ [key]: shown(2) });
  expect(world.state.inFlight[key]).toBeDefined();
});

it("what work no longer wanted has seen is kept as late evidence alone", () => {
  const world = new RunWorld();
  world.start();
  world.send({ type: "examples_shown", key: "run_1/x/1/plan/9", role: "planner", examples: shown(1) });
  expect(world.state.examplesShown).toBeUndefined();
  expect(world.events.at(-1)?.type).toBe("late_result");
});
