import { expect, it } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import { taskEffect } from "./keys";

const plan = planOf(
  { id: "look", input: "Look" },
  { id: "g", type: "human_review", dependsOn: ["look"] },
  { id: "note", input: "Note", dependsOn: ["g"] },
  { id: "send", input: "Send", dependsOn: ["note"] },
  { id: "free", input: "Send it too" },
);
const reach = { send: ["mail"], free: ["mail"] };

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
