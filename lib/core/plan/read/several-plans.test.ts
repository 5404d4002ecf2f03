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

it("takes no steps beside a plan in JSON that has more gates", () => {
  const steps = "PLAN: P\nStep 1: A\nStep 2: B\n\nIn JSON:\n";
  expect(readPlan(`${steps}${plan("b", GATE)}`).errors[0]?.message).toContain("more gates");
  expect(readPlan(`${steps}${plan("b")}`).errors).toEqual([]);
});

it.each([["The final plan is not this one, but another option:"], ["An improved alternative would be:"]])(
  "takes none of several where the words make the last one of several: %s",
  (lead) => {
    const { errors } = readPlan(`${plan("a")}\n\n${lead}\n\n${plan("b")}`);
    expect(errors).toMatchObject([{ code: "invalid_plan_format" }]);
  },
);

it("takes no plan that the words behind it take back", () => {
  const behind = (words: string, before = plan("a")) => readPlan(`${before}\n\n${words}`);
  for (const words of [
    "Wait, I used the wrong order. Let me fix that:",
    "Hmm, that is wrong.",
    "Actually, this is a mistake. I cannot plan it.",
    "Please ignore the plan above.",
    "But don't run it.",
    "On second thought, use the first one.",
    "Das ist falsch.",
  ]) {
    expect(behind(words).errors, words).toMatchObject([{ code: "invalid_plan_format" }]);
    const corrected = `${plan("a")}\n\nCorrected:\n\n${plan("b")}`;
    expect(behind(words, corrected).errors, words).toMatchObject([{ code: "invalid_plan_format" }]);
  }
  for (const words of ["Let me know if anything in it is wrong.", "Please tell me if the plan is wrong."])
    expect(behind(words).errors, words).toEqual([]);
  // They take nothing back in words that are known, and are asked about all the same.
  for (const words of [
    "The second step finds out why that is wrong, and waits for nothing.",
    "If this is wrong, tell me; otherwise it may run.",
    "It uses the first table, and ignores the other.",
  ])
    expect(behind(words).errors, words).toMatchObject([{ code: "unread" }]);
});

it("reads no Step text that begins again, or breaks off", () => {
  const text = (...lines: string[]) => readPlan(lines.join("\n")).errors.map(({ code }) => code);
  const whole = ["Step 1: Look", "Step 2: Human Review - Right?", "Step 3: Pay"];
  expect(text("Step 1: Look", "Step 2: Pay", "", "Here is the better version:", "", ...whole)).toEqual([
    "invalid_plan_format",
  ]);
  expect(text("Step 1: Look", "Step 2: Pay", "", "Oops - let me redo this.")).toEqual(["unread"]);
  expect(text("Step 1: Look", "- Wait times by region", "Step 2: Pay", "- Tell what was revised")).toEqual(
    [],
  );
});

it("takes the plan at the end of thinking that was never closed", () => {
  expect(readPlan(`<think> let me see ${plan("a")}`).plan?.tasks).toMatchObject([{ id: "a" }]);
});
