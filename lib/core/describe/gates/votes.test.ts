import { describe, expect, it, test } from "vitest";
import { planOf, RunWorld } from "@/lib/testing/runs/run-world";
import type { ConsensusFacts } from "../../run/events/reviews";
import type { TaskState } from "../../run/state";
import {
  formatConsensus,
  formatUnreadVotes,
  formatVoteSplit,
  proposalHeading,
  proposalTitle,
  supportNote,
  votesSummary,
} from "./votes";

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

describe("a review by several", () => {
  const reviewers = ["ann", "bob", "cy"];
  const plan = planOf({ id: "r", type: "planning_review", review: { reviewers } });
  const { spec } = new RunWorld({ plan }).state.tasks.r as TaskState;
  const voted = (reviewer: string, decision?: "CONTINUE" | "REPLAN") =>
    ({ reviewer, ...(decision && { proposal: { decision } }) }) as NonNullable<TaskState["votes"]>[number];
  const cast = [voted("ann", "CONTINUE"), voted("bob", "REPLAN"), voted("cy"), voted("di", "CONTINUE")];
  const agreed = { ...consensus, reached: true };

  it("is summed up by how many voted, and then by what it came to", () => {
    expect(votesSummary({ spec })).toBeUndefined();
    expect(votesSummary({ spec, votes: cast.slice(0, 2) })).toBe("2 of 3 reviewers voted");
    expect(votesSummary({ spec, votes: cast, consensus: agreed })).toBe(`Agreed (majority): ${split}`);
    expect(votesSummary({ spec, consensus })).toBe(`No agreement (majority): ${split}`);
    expect(votesSummary({ spec, consensus: { ...agreed, votes: [] } })).toBe("Agreed (majority)");
  });

  it("puts a decision forward, or the strictest where the reviewers disagree", () => {
    expect([
      proposalHeading({}),
      proposalHeading({ consensus }),
      proposalHeading({}, "ABORT", "ABORT"),
      proposalHeading({ consensus }, "ABORT", "REPLAN"),
    ]).toEqual(["Proposed", "Strictest proposal", "Proposed, accepted", "Strictest proposal, overridden"]);
  });

  it("names who voted for a decision, and whether it is what is put forward", () => {
    const task = { votes: cast, consensus: agreed };
    expect([
      supportNote(task, "CONTINUE", "CONTINUE"),
      supportNote(task, "CONTINUE", "REPLAN"),
      supportNote({ ...task, consensus }, "REPLAN", "REPLAN"),
      supportNote(task, "ABORT", "ABORT"),
      supportNote(task, "ABORT", undefined),
      supportNote(undefined, "ABORT", "ABORT"),
      supportNote({}, "ABORT", "CONTINUE"),
    ]).toEqual(["proposed: ann, di", "ann, di", "the strictest: bob", "proposed", "", "proposed", ""]);
  });
});
