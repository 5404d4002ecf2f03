import { describe, expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { storePlan } from "../plan/store";
import { currentPlan, offeredPlan } from "./offered-plan";

const { state } = new RunWorld({ plan: planOf({ id: "a" }, { id: "b", dependsOn: ["a"] }) });

describe("currentPlan", () => {
  it("is what the version in force says", () => {
    const stored = storePlan(planOf({ id: "a" }, { id: "b", dependsOn: ["a"] })).plan;
    expect(currentPlan(state)).toEqual(stored);
    expect(currentPlan({ ...state, planObjective: "Ship it" }).objective).toBe("Ship it");
  });
});

describe("offeredPlan", () => {
  const { plan } = storePlan(planOf({ id: "a" }, { id: "c", dependsOn: ["a"] }));
  const { tasks, agents, title } = plan;
  const patch = { title, agents, tasks: tasks.slice(1), removed: ["b"], order: ["a", "c"] };

  it("is the plan in force with the patch, and nothing without one", () => {
    expect(offeredPlan(state, patch)?.tasks.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(offeredPlan(state)).toBeUndefined();
  });
});
