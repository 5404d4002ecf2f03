import { type ApprovalKind, type GateVerb, isAboutCall } from "../../run/gates/table";
import type { Proposal } from "../../run/gates/votes";
import type { Vote } from "../../run/state";
import { namesOf, valueLine } from "./proposals";

/** "Ada proposes" */
export const proposedBy = (proposal: Proposal): string =>
  `${namesOf(proposal)} ${proposal.votes.length === 1 ? "proposes" : "propose"}`;

/** What the button says that votes for an answer that somebody has proposed. */
export function agreeLabel(kind: ApprovalKind, verb: GateVerb): string {
  if (verb === "other") return "Agree with this model";
  if (verb !== "edit") return "Agree with this answer";
  return isAboutCall(kind) ? "Agree with these arguments" : "Agree with this value";
}

/** A vote in the words of a log: what the person lets pass. */
export const describeVote = ({ by, value }: Pick<Vote, "value"> & { by: { name: string } }): string =>
  value ? `${by.name} votes for ${valueLine(value)}` : `approved by ${by.name}`;

/** Votes that count no longer, in a sentence with whose they were. */
export function describeLapsed(by: readonly { name: string }[]): string {
  const which = by.length === 1 ? "that vote no longer counts" : "those votes no longer count";
  return `${by.map(({ name }) => name).join(", ")} voted but may no longer answer: ${which}.`;
}
