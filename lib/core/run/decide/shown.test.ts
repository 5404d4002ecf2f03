import { expect, it } from "vitest";
import { RunWorld } from "@/lib/testing/runs/run-world";

const shown = (version: number) => [{ id: "les_1", version }];

it("what a prompt carries is kept by its work, once, and again when it differs", () => {
  const world = new RunWorld();
  world.start();
  const [key = ""] = Object.keys(world.state.inFlight);
  const show = (version: number) =>
    world.send({ type: "lessons_shown", key, role: "planner", lessons: shown(version) });
  show(1);
  show(1);
  expect(world.events.filter(({ type }) => type === "lessons_shown")).toHaveLength(1);
  show(2);
  expect(world.state.lessonsShown).toEqual({ [key]: shown(2) });
  expect(world.state.inFlight[key]).toBeDefined();
});

it("missions that the planner is shown are kept by its work in the same way", () => {
  const world = new RunWorld();
  world.start();
  const [key = ""] = Object.keys(world.state.inFlight);
  const facts = { finishReason: "no_path", iterations: 0, costMicroUsd: null, demo: false } as const;
  const show = (replans: number, of = key) =>
    world.send({
      type: "missions_shown",
      key: of,
      missions: [{ runId: "run_9", mission: "Deploy", replans, ...facts }],
    });
  show(1);
  show(1);
  expect(world.events.filter(({ type }) => type === "missions_shown")).toHaveLength(1);
  show(2);
  expect(world.state.missionsShown?.[key]).toMatchObject([{ runId: "run_9", replans: 2 }]);
  show(1, "run_1/x/1/plan/9");
  expect(world.events.at(-1)?.type).toBe("late_result");
});

it("what work no longer wanted has seen is kept as late evidence alone", () => {
  const world = new RunWorld();
  world.start();
  world.send({ type: "lessons_shown", key: "run_1/x/1/plan/9", role: "planner", lessons: shown(1) });
  expect(world.state.lessonsShown).toBeUndefined();
  expect(world.events.at(-1)?.type).toBe("late_result");
});
