import { reviewersOf } from "@/lib/core/run/reviewers";
import type { TaskState } from "@/lib/core/run/state";

type VotedTask = Pick<TaskState, "votes" | "consensus" | "spec">;

/** What became of the votes of several reviewers, in one line; undefined for a review by one. */
export function votesSummary({ votes, consensus, spec }: VotedTask): string | undefined {
  if (consensus) {
    const { reached, rule, split } = consensus;
    return `${reached ? "Agreed" : "No agreement"} (${rule}): ${split}`;
  }
  return votes && `${votes.length} of ${reviewersOf(spec).length} reviewers heard`;
}

/** True where the reviewers came to nothing together, and the strictest proposal stands for all. */
export const isSplit = ({ consensus }: Pick<TaskState, "consensus">): boolean => consensus?.reached === false;

/** Who voted for a decision, besides what is put forward. */
export function votersFor({ votes = [] }: Pick<TaskState, "votes">, decision: string): string[] {
  return votes.filter(({ proposal }) => proposal?.decision === decision).map(({ reviewer }) => reviewer);
}

/** What is put forward, as a heading says it. */
export function proposalHeading(
  task: Pick<TaskState, "consensus">,
  decided?: string,
  proposed?: string,
): string {
  const word = isSplit(task) ? "The strictest proposal" : "Proposed";
  if (decided === undefined) return word;
  return decided === proposed ? `${word}, and followed` : `${word}, and not followed`;
}

/** The question of a review's gate in one sentence. */
export function reviewQuestion(task: Pick<TaskState, "consensus" | "proposal">): string | undefined {
  const decision = task.proposal?.decision;
  if (decision === undefined) return undefined;
  if (isSplit(task)) return `The reviewers do not agree. The strictest of them proposes ${decision}.`;
  return task.consensus ? `The reviewers propose ${decision}.` : `The reviewer proposes ${decision}.`;
}
