import { quoted } from "../../legible/marked";
import type { ActorRef } from "../../run/events/envelope";
import type { GateVerb } from "../../run/gates/table";
import type { GateTerms } from "../../run/gates/terms";
import { isSameAnswer, type Proposal, proposalsOf } from "../../run/gates/votes";
import type { ApprovalState, Vote } from "../../run/state";
import { elideText } from "../../text";

/** So much of a value stands in a line of its own; panels show it whole. */
const LINE_CHARS = 60;

type Counted = Pick<ApprovalState, "quorum" | "votes"> & Pick<GateTerms, "needs">;

/** Says how far a gate has come: "1 of 2 approved by Ada", of each answer that people vote for; empty where one decides alone. */
export function formatQuorum({ quorum = 1, votes = [], needs = {} }: Counted): string {
  const lines = proposalsOf(votes).map((one) => {
    const count = formatCount(one, needs[one.verb] ?? quorum);
    const names = namesOf(one);
    return one.value
      ? `${count} agreed on ${valueLine(one.value)} (${names})`
      : `${count} approved by ${names}`;
  });
  if (lines.length > 0) return lines.join("; ");
  return quorum === 1 ? "" : `0 of ${quorum} agreed`;
}

/** "1 of 2" */
export const formatCount = ({ votes }: Proposal, needed: number): string => `${votes.length} of ${needed}`;

/** "Ada, Bob" */
export const namesOf = ({ votes }: Proposal): string => votes.map(({ by }) => by.name).join(", ");

/** The beginning of a value that somebody votes for, quoted. */
export const valueLine = ({ preview }: NonNullable<Vote["value"]>): string =>
  quoted(elideText(preview, LINE_CHARS));

type Closed = Pick<ApprovalState, "votes"> & { decided?: { by: ActorRef; verb: GateVerb } | undefined };

/**
 * Votes at a gate that took several people, without the answer that closed it, in the order in which they came: those for
 * that answer, or all where a single person refused.
 */
export function earlierVotes({ votes = [], decided }: Closed): Vote[] {
  const by = decided?.by.kind === "person" ? decided.by.id : undefined;
  const last = votes.find((one) => one.by.id === by && one.verb === decided?.verb);
  return votes.filter((one) => one.by.id !== by && (!last || isSameAnswer(one, last)));
}
