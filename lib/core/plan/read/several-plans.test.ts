import { expect, it } from "vitest";
import { readPlan } from "./plan";

const plan = (id: string, more = "") =>
  `{"title": "P", "tasks": [{"id": "${id}", "title": "A", "input": "x"}${more}]}`;
const GATE = ', {"id": "g", "type": "human_review", "title": "May it run?", "dependsOn": ["b"]}';

it("takes the first of several plans, and never one that has fewer gates than another", () => {
  expect(readPlan(`${plan("a")}\n\nor\n\n${plan("b")}`).plan?.tasks).toMatchObject([{ id: "a" }]);
  const { plan: read, errors } = readPlan(`${plan("a")}\n\nor\n\n${plan("b", GATE)}`);
  expect(read).toBeUndefined();
  expect(errors).toMatchObject([{ code: "invalid_plan_format" }]);
});

it("takes the plan at the end of thinking that was never closed", () => {
  expect(readPlan(`<think> let me see ${plan("a")}`).plan?.tasks).toMatchObject([{ id: "a" }]);
});
