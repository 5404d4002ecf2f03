import type { PersonCommand } from "../commands";
import { type DraftEvent, draft } from "../events";
import type { ApprovalState } from "../state";
import { type Decided, refuse } from "./refuse";

type DecideApproval = Extract<PersonCommand, { type: "decide_approval" }>;

/**
 * One approval of a gate that takes several: the vote, whether it is the last that was missing, or why it does not
 * count. Undefined where an answer decides by itself: without a quorum, and whenever it does not approve.
 */
export function castVote(
  gate: ApprovalState,
  { verb, by, comment }: DecideApproval,
): { events: DraftEvent[]; enough: boolean } | { refused: Exclude<Decided, DraftEvent[]> } | undefined {
  const { approvalId, quorum = 1, votes = [] } = gate;
  if (quorum === 1 || verb !== "approve" || !by) return;
  const missing = quorum - votes.length;
  const earlier = votes.find((vote) => vote.by.id === by.id);
  if (earlier) {
    const message = `You have approved this already, and count once: ${missing} more ${missing === 1 ? "person has" : "people have"} to.`;
    return { refused: refuse("not_allowed_now", message, { quorum, votes: votes.length, at: earlier.at }) };
  }
  const voted = draft("approval_voted", {
    approvalId,
    by: { id: by.id, name: by.name },
    ...(comment !== undefined && { comment }),
  });
  return { events: [voted], enough: missing === 1 };
}
