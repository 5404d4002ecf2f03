import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { reviewSpec } from "../../plan/schema";
import { taskEffect } from "./task-effect";

const plan = planOf(
  { id: "look", input: "Look" },
  { id: "g", type: "human_review", dependsOn: ["look"] },
  { id: "note", input: "Note", dependsOn: ["g"] },
  { id: "send", input: "Send", dependsOn: ["note"] },
  { id: "free", input: "Send it too" },
);
const reach = { send: ["mail"], free: ["mail"] };

it("has none written of what the condition of a control measures", () => {
  const review = reviewSpec.parse({ requiresHumanApproval: true, condition: "(> 1 0)" });
  const measured = planOf(
    { id: "look", input: "Look" },
    { id: "r", type: "planning_review", review, dependsOn: ["look"] },
    { id: "send", input: "Send", dependsOn: ["r"] },
  );
  const { state } = new RunWorld({ plan: measured, settings: { detailOnDemand: true } });
  expect(taskEffect(state, state.tasks.look as never).kind).toBe("run_attempt");
});

it("has details written for every agent's task save what acts by leave of people and what flows into that", () => {
  const world = new RunWorld({ plan, settings: { detailOnDemand: true } });
  const kinds = (state = world.state) =>
    Object.values(state.tasks)
      .filter(
        ({ spec }) =>
          spec.type === "task" && taskEffect(state, state.tasks[spec.id] as never).kind === "detail",
      )
      .map(({ id }) => id);
  world.state.reach = reach;
  expect(kinds()).toEqual(["look", "free"]);
  world.state.planSettled = "approved";
  expect(kinds()).toEqual([]);
});
