import { expect, it } from "vitest";
import { clarifyingQuestions } from "./questions";

const said = { issues: [] as string[], questions: [] as string[] };

it.each([
  [
    "what the critic would ask",
    { ...said, questions: ["Which load?"], issues: ["No load."] },
    [{ about: "asked", text: "Which load?" }],
  ],
  [
    "how to settle what is wrong",
    { ...said, issues: ["No load.", "No cost."] },
    [
      { about: "issue", text: "No load." },
      { about: "issue", text: "No cost." },
    ],
  ],
  ["what is missing, where the critic names no issue", said, [{ about: "missing" }]],
])("asks %s", (_, critique, questions) => {
  expect(clarifyingQuestions(critique)).toEqual(questions);
});

it("asks five things at most", () => {
  const many = Array.from({ length: 9 }, (_, n) => `Question ${n}?`);
  expect(clarifyingQuestions({ ...said, questions: many })).toHaveLength(5);
  expect(clarifyingQuestions({ ...said, issues: many })).toHaveLength(5);
});
