import { expect, it } from "vitest";
import { ANSWER_SUBJECT, reviewSubject } from "./marks";

it("names each attempt of a review apart, and none as the answer", () => {
  const subjects = [reviewSubject("check", 1), reviewSubject("check", 2), ANSWER_SUBJECT];
  expect(subjects).toEqual(["review:check:1", "review:check:2", "answer"]);
});
