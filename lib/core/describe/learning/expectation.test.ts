import { expect, it } from "vitest";
import { eventOf, NAMES_BY_ID as names } from "@/lib/testing/runs/event-of";
import { describeEvent } from "../events";

const said = { reasoning: "r", expectedOutcome: "97 % accuracy", alternatives: [], confidence: 0.7 };

it.each<[object, string]>([
  [{ said }, "Task a: 97 % accuracy (70 % sure)"],
  [{ said: { ...said, confidence: null } }, "Task a: 97 % accuracy (confidence unknown)"],
  [{ said: null, problem: { code: "stated", text: "no model" } }, "Task a: nothing was said: no model"],
  [{ said: null }, "Task a: nothing was said"],
])("%j", (payload, text) => {
  expect(describeEvent(eventOf("task_reasoned", { taskId: "a", ...payload }), names)).toMatchObject({ text });
});

it("says the deviation that a review saw behind its reasons", () => {
  const proposal = {
    decision: "REPLAN",
    reasoning: "Too low.",
    answers: [],
    deviation: "94 % instead of 97 %.",
  };
  expect(
    describeEvent(eventOf("review_proposed", { taskId: "a", attempt: 1, proposal }), names),
  ).toMatchObject({
    text: "Task a proposes REPLAN: Too low. Deviation: 94 % instead of 97 %.",
  });
});
