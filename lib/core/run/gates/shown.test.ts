import { expect, it } from "vitest";
import type { Proposal } from "../events/reviews";
import type { TaskState } from "../state";
import { reviewDecidesOn, reviewQuestion, shownDigest } from "./shown";

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

const CONTINUE: Proposal = { decision: "CONTINUE", reasoning: "Fine.", answers: [], reviewer: "default" };
const answered = (answer: "yes" | "no", evidence = ""): Partial<Proposal> => ({
  answers: [{ question: "Is it safe?", answer, evidence }],
});

it.each<[string, Partial<Proposal>, Partial<Proposal>]>([
  ["answers to the questions of the plan", answered("yes"), answered("no")],
  ["evidence", answered("yes", "Page 1"), answered("yes", "Page 2")],
  ["word on what was expected", { deviation: "None." }, { deviation: "All of it." }],
  ["name", { reviewer: "Ann" }, { reviewer: "Bob" }],
])("names a reviewer's %s, put forward or among several", (_, one, other) => {
  const digestOf = (words: Partial<Proposal>, isVote: boolean) => {
    const proposal = { ...CONTINUE, ...words };
    const judged = isVote ? { proposal: CONTINUE, votes: [{ reviewer: "a", proposal }] } : { proposal };
    const decidesOn = reviewDecidesOn(judged);
    return shownDigest({ kind: "review_decision", verbs: ["approve"], decidesOn });
  };
  for (const isVote of [false, true]) expect(digestOf(one, isVote)).not.toBe(digestOf(other, isVote));
});
