import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { waitingAtGate } from "@/lib/testing/runs/waiting-gate";
import { namedApproval, namedTask, tasksInForce } from "./ready";

it("finds a task or a gate by its own name only, never by one that every object has", () => {
  const { state, gate } = waitingAtGate();
  expect(namedApproval(state, gate.approvalId)).toBe(gate);
  expect(namedTask(state, "ask")).toBe(state.tasks.ask);
  for (const name of ["constructor", "toString", "nobody"]) {
    expect(namedApproval(state, name)).toBeUndefined();
    expect(namedTask(state, name)).toBeUndefined();
  }
});

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
