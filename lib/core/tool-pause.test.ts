import { expect, test } from "vitest";
import { MAX_QUESTION_CHARS, pausePayload } from "./tool-pause";

test.each([
  ["a question", { question: "Which region?" }, true],
  ["a form that fits into an event", { question: "Which?", form: { type: "string" } }, true],
  ["a form that does not", { question: "Which?", form: { title: "x".repeat(2_500) } }, false],
  ["a question that is too long", { question: "x".repeat(MAX_QUESTION_CHARS + 1) }, false],
  ["no question", { question: " " }, false],
])("pausePayload: %s", (_, payload, fits) => {
  expect(pausePayload.safeParse(payload).success).toBe(fits);
});
