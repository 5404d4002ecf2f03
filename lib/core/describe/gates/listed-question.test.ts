import { expect, it } from "vitest";
import { listedQuestion } from "./listed-question";

it.each([
  [
    "human_review",
    "Ship it?\nSee \u202ethe report.",
    "“Ship it?\nSee ‹U+202E right-to-left override›the report.”",
  ],
  ["tool_input", "Which one?\n1 or 2", "“Which one?\n1 or 2”"],
  ["plan_change", "Change the approved plan to version 2?\n+ Test", "Change the approved plan to version 2?"],
  ["budget", "The limit is reached.", "The limit is reached."],
] as const)("a list shows of a %s what it asks", (kind, prompt, shown) => {
  expect(listedQuestion({ kind, prompt })).toBe(shown);
});
