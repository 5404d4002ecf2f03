import type { CONSENSUS, Decision } from "../plan/words";

export type ConsensusRule = (typeof CONSENSUS)[number];

/** What one reviewer said: its proposal, or nothing that could be read. */
export type Vote<P extends { decision: Decision }> = { reviewer: string; proposal?: P };

/** Without agreement the strictest proposal is what a person is shown first. */
export type Consensus<P> = { reached: boolean; proposal?: P };

/** From the one that stops most to the one that asks nothing more. */
const STRICTEST_FIRST: readonly Decision[] = ["ABORT", "REPLAN", "CONTINUE", "COMPLETE"];

/**
 * What several reviewers come to (docs/engine.md, "Several reviewers"). `votes` stand in the order in which the plan
 * lists the reviewers; one that could not be read is no vote for anything, but counts among those who were asked.
 */
export function consensusOf<P extends { decision: Decision }>(
  rule: ConsensusRule,
  votes: readonly Vote<P>[],
): Consensus<P> {
  const proposals = votes.flatMap(({ proposal }) => proposal ?? []);
  const agreed = agreedProposal(rule, proposals, votes.length);
  const proposal = agreed ?? strictest(proposals);
  return { reached: agreed !== undefined, ...(proposal && { proposal }) };
}

/** The first listed proposal among those that carry the day; undefined when none does. */
function agreedProposal<P extends { decision: Decision }>(
  rule: ConsensusRule,
  proposals: readonly P[],
  asked: number,
): P | undefined {
  // One that could not be read may have been stricter.
  if (rule === "strictest") return proposals.length === asked ? strictest(proposals) : undefined;
  const needed = { any: 1, majority: Math.floor(asked / 2) + 1, unanimous: asked }[rule];
  return proposals.find(
    ({ decision }) => proposals.filter((one) => one.decision === decision).length >= needed,
  );
}

function strictest<P extends { decision: Decision }>(proposals: readonly P[]): P | undefined {
  return STRICTEST_FIRST.flatMap((decision) => proposals.find((one) => one.decision === decision) ?? [])[0];
}
