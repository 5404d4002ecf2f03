import { expect, it } from "vitest";
import { readPlan } from "./plan";

const plan = (id: string, more = "") =>
  `{"title": "P", "tasks": [{"id": "${id}", "title": "A", "input": "x"}${more}]}`;
const GATE = ', {"id": "g", "type": "human_review", "title": "May it run?", "dependsOn": ["b"]}';

it("takes the last of several plans if words say so, and never one that has fewer gates than another", () => {
  const two = (lead: string, b: string) => readPlan(`${plan("a")}\n\n${lead}\n\n${b}`);
  expect(two("or", plan("b")).errors).toMatchObject([{ code: "invalid_plan_format" }]);
  expect(two("again:", plan("a")).plan?.tasks).toMatchObject([{ id: "a" }]);
  expect(two("The corrected plan:", plan("b")).plan?.tasks).toMatchObject([{ id: "b" }]);
  const gated = `${plan("b", GATE)}\n\nThe improved plan:\n\n${plan("a")}`;
  expect(readPlan(gated).errors[0]?.message).toContain("more gates");
  const { plan: read, errors } = readPlan(`${plan("a")}\n\nor\n\n${plan("b", GATE)}`);
  expect(read).toBeUndefined();
  expect(errors).toMatchObject([{ code: "invalid_plan_format" }]);
});

it("takes the plan at the end of thinking that was never closed", () => {
  expect(readPlan(`<think> let me see ${plan("a")}`).plan?.tasks).toMatchObject([{ id: "a" }]);
});
