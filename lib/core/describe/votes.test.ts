import { expect, test } from "vitest";
import type { ConsensusFacts } from "../run/events/reviews";
import { formatConsensus, formatUnreadVotes, formatVoteSplit, proposalTitle } from "./votes";

const votes: ConsensusFacts["votes"] = [
  { reviewer: "r0", decision: "CONTINUE" },
  { reviewer: "r1", decision: "ABORT" },
  { reviewer: "r2", decision: "CONTINUE" },
  { reviewer: "r3" },
];
const consensus = { rule: "majority", reached: false, votes } as const;
const split = "2 CONTINUE (r0, r2), 1 ABORT (r1), 1 unreadable (r3)";

test("the votes of a review are counted by decision, the unreadable ones last", () => {
  expect(formatVoteSplit(consensus)).toBe(split);
  expect(formatConsensus(consensus)).toBe(`majority: ${split}`);
  expect(formatUnreadVotes(consensus)).toBe(`no reviewer's answer could be read: ${split}`);
});

test("a proposal of reviewers who disagree is named so", () => {
  expect(proposalTitle({ consensus })).toBe("The reviewers disagree");
  expect(proposalTitle({})).toBe("Review proposal");
});

test("a review whose votes are not known is described by its rule", () => {
  expect(formatConsensus({ ...consensus, votes: [] })).toBe("majority");
});
