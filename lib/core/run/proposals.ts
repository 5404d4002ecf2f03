import type { Decision } from "../plan/schema";
import type { Proposal } from "./events/reviews";
import type { TaskState } from "./state";

/** The proposal of this decision: the one put forward, else that of the first reviewer who voted so. */
export function proposalOf(
  { proposal, votes = [] }: Pick<TaskState, "proposal" | "votes">,
  decision: Decision,
): Proposal | undefined {
  const all = [proposal, ...votes.map((vote) => vote.proposal)];
  return all.find((one) => one?.decision === decision);
}
