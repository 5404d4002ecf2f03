import { expect, it } from "vitest";
import { plan as planSchema, type Task } from "../../schema";
import { critiquePlan } from "..";
import points from "./points.json";

/** Is the question found to be one that no result can answer, in a plan of these tasks? */
function isFound({ question, mission, tasks: titles }: (typeof points)[number]): boolean {
  const tasks: Partial<Task>[] = titles.map((title, index) => ({ id: `t${index}`, title }));
  const decisionPoints = [question, "Are 3 of 4 there?"];
  const potentialOutcomes = ["CONTINUE", "REPLAN", "ABORT"].map((decision) => ({ decision, when: "so" }));
  const review = { decisionPoints, previousTasks: tasks.map(({ id }) => id), potentialOutcomes };
  const all = [...tasks, { id: "r", title: "Look", type: "planning_review", dependsOn: ["t0"], review }];
  const plan = planSchema.parse({ title: "P", objective: mission, tasks: all });
  return critiquePlan(plan).findings.some(({ message }) => message.includes("no result can answer"));
}

it("finds vague questions, and no sharp one", () => {
  const found = points.filter(isFound);
  expect(points.filter(({ label }) => label === "vague")).toHaveLength(30);
  expect(found.filter(({ label }) => label === "vague").length).toBeGreaterThanOrEqual(9);
  expect(found.filter(({ label }) => label === "sharp").map(({ id }) => id)).toEqual([]);
});
