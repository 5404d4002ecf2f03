import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { tasksInForce } from "./in-force";

it("gives the tasks of the plan as one list until a version changes them", () => {
  const world = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });
  const { state } = world;
  const first = tasksInForce(state);
  expect(first.map(({ id }) => id)).toEqual(["a", "b"]);
  world.run("a");
  expect(tasksInForce(state)).toBe(first);
  const changed = planOf({ id: "a" }, { id: "b", dependsOn: ["a"], input: "Otherwise" });
  expect(world.edit(changed, "because")).toMatchObject({ ok: true });
  expect(tasksInForce(state).map(({ input }) => input)).toEqual(["", "Otherwise"]);
  expect(first[1]?.input).toBe("");
});

it("takes no list for the plan in which a task is another one now", () => {
  const { state } = new RunWorld({ plan: planOf({ id: "a" }) });
  const [a] = tasksInForce(state);
  const changed = { ...state, tasks: structuredClone(state.tasks) };
  expect(tasksInForce(changed)[0]).not.toBe(a);
  expect(tasksInForce(state)[0]).toBe(a);
});
