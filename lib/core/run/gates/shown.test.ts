import { expect, it } from "vitest";
import type { Proposal } from "../events/reviews";
import type { TaskState } from "../state";
import { reviewQuestion, shownDigest } from "./shown";

it("asks with all of a reviewer's reasoning, by which later work may go, and names all of it", () => {
  const review = { spec: { title: "Look" } } as TaskState;
  const asked = (end: string) => {
    const reasoning = `${"All is well. ".repeat(140)}${end}`;
    const proposal: Proposal = { decision: "CONTINUE", reasoning, answers: [], reviewer: "default" };
    return reviewQuestion(review, proposal, undefined, undefined);
  };
  const digestOf = (end: string) =>
    shownDigest({ kind: "review_decision", verbs: ["approve"], question: asked(end) });
  expect(JSON.stringify(asked("Send it there."))).toContain("Send it there.");
  expect(digestOf("Send it there.")).not.toBe(digestOf("Keep it here."));
});
