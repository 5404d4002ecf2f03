import { describe, expect, it } from "vitest";
import { byteLength } from "../../bytes";
import { truncateProposal } from "./proposal";

const answer = (text: string) => ({ question: text, answer: "yes" as const, evidence: text });

describe("a proposal that is kept", () => {
  it("is as it was read while it is short", () => {
    const written = { decision: "CONTINUE" as const, reasoning: "All is well.", answers: [answer("Good?")] };
    expect(truncateProposal(written, "ann")).toEqual({
      proposal: { ...written, reviewer: "ann" },
      blobs: [],
    });
  });

  it.each([
    ["letters", "x"],
    ["another script", "界"],
    ["signs that JSON writes longer", '"'],
    ["pairs of code units", "😀"],
  ])("stays small enough for an event: %s", (_, sign) => {
    const endless = sign.repeat(50_000);
    const answers = Array.from({ length: 40 }, () => answer(endless));
    for (const decision of ["ABORT", "COMPLETE"] as const) {
      const ends = { abortReason: endless, finalResult: endless };
      const written = { decision, reasoning: endless, answers, deviation: endless, ...ends };
      const { proposal } = truncateProposal(written, "ann");
      expect(byteLength(JSON.stringify(proposal))).toBeLessThan(7_600);
      expect(proposal.answers).toHaveLength(10);
      expect(endless.startsWith(proposal.reasoning)).toBe(true);
      expect(proposal.reasoning.length).toBeGreaterThan(400);
      expect(proposal.deviation?.length).toBeGreaterThan(100);
    }
  });

  it("keeps the tail of a REPLAN and a long result of a COMPLETE beside it, and only what its decision needs", () => {
    const all = {
      reasoning: "",
      answers: [],
      updatedPlan: { title: "Tail", tasks: [] },
      finalResult: "y".repeat(3_000),
      abortReason: "no",
    };
    const replan = truncateProposal({ ...all, decision: "REPLAN" }, "ann");
    expect(replan.blobs).toMatchObject([{ digest: replan.proposal.tail, body: { title: "Tail" } }]);
    expect(replan.proposal).not.toHaveProperty("finalResult");
    const complete = truncateProposal({ ...all, decision: "COMPLETE" }, "ann");
    expect(complete.blobs).toMatchObject([{ body: all.finalResult }]);
    expect(complete.proposal).not.toHaveProperty("tail");
    expect(truncateProposal({ ...all, decision: "ABORT" }, "ann").proposal).toMatchObject({
      abortReason: "no",
    });
    const bare = { reasoning: "", answers: [] };
    expect(truncateProposal({ ...bare, decision: "REPLAN" }, "ann").proposal).not.toHaveProperty("tail");
    expect(truncateProposal({ ...bare, decision: "COMPLETE" }, "ann").blobs).toEqual([]);
    expect(truncateProposal({ ...bare, decision: "ABORT" }, "ann").proposal).not.toHaveProperty(
      "abortReason",
    );
  });
});
