import type { StoredValue } from "../../stored-value";
import type { Vote } from "../state";
import { type ApprovalKind, type GateVerb, verbRow, verbsOfKind } from "./table";

/** One answer to a gate with all who have given it: verb, what it brings, and the digest of the gate are the same in each vote. */
export type Proposal = Pick<Vote, "verb" | "value" | "digest"> & { votes: Vote[] };

/** An answer as far as it says for what somebody votes. */
type Answer = { verb: GateVerb; digest: string; value?: Pick<StoredValue, "digest"> | undefined };

/** True of answers that count together (docs/engine.md, "Who may answer"). */
export const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.verb === other.verb && one.digest === other.digest && one.value?.digest === other.value?.digest;

/** The answers for which people have voted, the one with most votes first, of equal ones the earlier. */
export function proposalsOf(votes: readonly Vote[] = []): Proposal[] {
  const found: Proposal[] = [];
  for (const vote of votes) {
    const known = found.find((one) => isSameAnswer(one, vote));
    if (known) known.votes.push(vote);
    else {
      const { verb, value, digest } = vote;
      found.push({ verb, digest, ...(value && { value }), votes: [vote] });
    }
  }
  return found.sort((a, b) => b.votes.length - a.votes.length);
}

/** What an answer brings as far as it is voted on: nothing where its verb stands for what is shown. */
export const votedValue = (verb: GateVerb, value: StoredValue | undefined): StoredValue | undefined =>
  VOTED_NEEDS.has(verbRow(verb).needs) ? value : undefined;

const VOTED_NEEDS: ReadonlySet<string | undefined> = new Set(["value", "model"]);

/** The verb of votes that bring nothing, at a gate of this kind. */
export const plainVote = (kind: ApprovalKind): GateVerb =>
  verbsOfKind(kind).find((verb) => verbRow(verb).isCounted && verbRow(verb).needs === undefined) ?? "approve";
