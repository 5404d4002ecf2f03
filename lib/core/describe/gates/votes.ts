import type { Decision } from "../../plan/schema";
import { DECISIONS } from "../../plan/words";
import { reviewersOf } from "../../run/effects/reviewers";
import type { ConsensusFacts } from "../../run/events/reviews";
import type { TaskState } from "../../run/state";

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

type VotedTask = Pick<TaskState, "votes" | "consensus" | "spec">;

/** True where the reviewers came to nothing together, and the strictest proposal stands for all. */
export const isSplit = ({ consensus }: Pick<TaskState, "consensus">): boolean => consensus?.reached === false;

/** What became of the votes of several reviewers, in one line; undefined for a review by one. */
export function votesSummary({ votes, consensus, spec }: VotedTask): string | undefined {
  if (consensus) {
    const { reached, rule } = consensus;
    const split = formatVoteSplit(consensus);
    return `${reached ? "Agreed" : "No agreement"} (${rule})${split === "" ? "" : `: ${split}`}`;
  }
  return votes && `${votes.length} of ${reviewersOf(spec).length} reviewers voted`;
}

/** What a review's section is called while nobody has decided. */
export const proposalTitle = (task: Pick<TaskState, "consensus">): string =>
  isSplit(task) ? "The reviewers disagree" : "Review proposal";

/** What is put forward, as a heading says it. */
export function proposalHeading(
  task: Pick<TaskState, "consensus">,
  decided?: string,
  proposed?: string,
): string {
  const word = isSplit(task) ? "Strictest proposal" : "Proposed";
  if (decided === undefined) return word;
  return decided === proposed ? `${word}, accepted` : `${word}, overridden`;
}

/** That a decision is what is put forward, and who of several reviewers voted for it: "proposed: ann, cy". */
export function supportNote(
  task: Pick<TaskState, "votes" | "consensus"> | undefined,
  decision: Decision,
  proposed: Decision | undefined,
): string {
  const word = task && isSplit(task) ? "the strictest" : "proposed";
  const votes = task?.votes ?? [];
  const voters = votes.filter(({ proposal }) => proposal?.decision === decision);
  const names = voters.map(({ reviewer }) => reviewer).join(", ");
  return [decision === proposed && word, names].filter((part) => part !== false && part !== "").join(": ");
}
