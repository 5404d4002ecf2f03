import { expect, it } from "vitest";
import { eventOfEnd } from "./notifications";

it.each([
  ["answer_complete", "run.completed"],
  ["task_failed", "run.failed"],
  ["aborted_by_review", "run.failed"],
  ["aborted_by_person", undefined],
] as const)("the end %s is %s", (reason, event) => expect(eventOfEnd(reason)).toBe(event));

it("is told where a person's no left a model no way, since the person has gone", () => {
  expect(eventOfEnd("aborted_by_person", [{ code: "no_other_way" }])).toBe("run.failed");
});
