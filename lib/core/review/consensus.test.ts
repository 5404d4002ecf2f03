import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONSENSUS, type DECISIONS } from "../plan/words";
import { type ConsensusRule, consensusOf, type Vote } from "./consensus";

const LETTERS = { C: "CONTINUE", R: "REPLAN", F: "COMPLETE", A: "ABORT" } as const;
type Said = { decision: (typeof DECISIONS)[number]; by: number };

/** One letter a reviewer, in the order of the plan; `-` could not be read. */
const votesOf = (letters: string): Vote<Said>[] =>
  [...letters].map((letter, by) => {
    const decision = LETTERS[letter as keyof typeof LETTERS];
    return { reviewer: `r${by}`, ...(decision && { proposal: { decision, by } }) };
  });

/** "R1" = REPLAN as the second one wrote it; "gate A2" = nobody prevails, and ABORT is shown first. */
function outcome(rule: ConsensusRule, letters: string): string {
  const { reached, proposal } = consensusOf(rule, votesOf(letters));
  const letter = Object.entries(LETTERS).find(([, decision]) => decision === proposal?.decision)?.[0];
  return `${reached ? "" : "gate "}${proposal ? `${letter}${proposal.by}` : "none"}`;
}

describe("several reviewers", () => {
  it.each<[ConsensusRule, string, string]>([
    ["strictest", "CA", "A1"],
    ["strictest", "FCR", "R2"],
    ["strictest", "FCC", "C1"],
    ["strictest", "FF", "F0"],
    ["strictest", "CR-", "gate R1"],
    ["strictest", "--", "gate none"],
    ["any", "CA", "C0"],
    ["any", "AC", "A0"],
    ["any", "-RC", "R1"],
    ["any", "--", "gate none"],
    ["majority", "CCA", "C0"],
    ["majority", "ACC", "C1"],
    ["majority", "CC-", "C0"],
    ["majority", "RAR", "R0"],
    ["majority", "CA", "gate A1"],
    ["majority", "CR", "gate R1"],
    ["majority", "CRA", "gate A2"],
    ["majority", "CCAA", "gate A2"],
    ["majority", "CCRA", "gate A3"],
    ["majority", "C-", "gate C0"],
    ["majority", "C--", "gate C0"],
    ["majority", "---", "gate none"],
    ["unanimous", "CCC", "C0"],
    ["unanimous", "AA", "A0"],
    ["unanimous", "CCF", "gate C0"],
    ["unanimous", "FC", "gate C1"],
    ["unanimous", "CCR", "gate R2"],
    ["unanimous", "CC-", "gate C0"],
    ["unanimous", "FF-", "gate F0"],
    ["unanimous", "-", "gate none"],
  ])("%s of %s: %s", (rule, letters, expected) => {
    expect(outcome(rule, letters)).toBe(expected);
  });

  it("never decides what nobody proposed, and a majority and unanimity never without their number", () => {
    const letters = fc.array(fc.constantFrom(..."CRFA-"), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.constantFrom(...CONSENSUS), letters, (rule, said) => {
        const votes = votesOf(said.join(""));
        const { reached, proposal } = consensusOf(rule, votes);
        const same = votes.filter((vote) => vote.proposal?.decision === proposal?.decision).length;
        if (proposal) expect(votes.map((vote) => vote.proposal)).toContain(proposal);
        if (!reached) return;
        expect(proposal).toBeDefined();
        if (rule === "majority") expect(same * 2).toBeGreaterThan(votes.length);
        if (rule === "strictest") expect(votes.every((vote) => vote.proposal)).toBe(true);
        if (rule === "unanimous") expect(same).toBe(votes.length);
      }),
    );
  });
});
