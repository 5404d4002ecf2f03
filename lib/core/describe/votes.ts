import { DECISIONS } from "../plan/words";
import type { ConsensusFacts } from "../run/events/reviews";

/** How the votes of a review are split: "2 CONTINUE (ann, bob), 1 unreadable (cy)". */
export function formatVoteSplit({ votes }: Pick<ConsensusFacts, "votes">): string {
  return [...DECISIONS, undefined]
    .flatMap((said) => {
      const reviewers = votes.filter(({ decision }) => decision === said).map(({ reviewer }) => reviewer);
      if (reviewers.length === 0) return [];
      return `${reviewers.length} ${said ?? "unreadable"} (${reviewers.join(", ")})`;
    })
    .join(", ");
}

/** The rule of a review by several, with the votes as far as they are known: "majority: 2 CONTINUE (ann, bob)". */
export function formatConsensus(consensus: ConsensusFacts): string {
  const { rule, votes } = consensus;
  return votes.length === 0 ? rule : `${rule}: ${formatVoteSplit(consensus)}`;
}

/** Why several reviewers together gave no decision. */
export const formatUnreadVotes = (consensus: ConsensusFacts): string =>
  `no reviewer's answer could be read: ${formatVoteSplit(consensus)}`;
