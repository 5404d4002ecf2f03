import { expect, test } from "vitest";
import { failureWord } from "./endings";

test.each([
  ["changes_requested", undefined, ["changes", "plain"]],
  ["rejected", undefined, ["rejected", "plain"]],
  // Silence is no answer.
  ["rejected", { code: "unanswered" }, ["failed", "bad"]],
  ["timeout", undefined, ["failed", "bad"]],
] as const)("an answer of people is no failure in the log: %s", (code, diagnosis, word) => {
  expect(failureWord({ code, ...(diagnosis && { diagnosis }) } as never)).toEqual(word);
});
