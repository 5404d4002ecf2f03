import type { DraftEvent } from "../../events";
import { draft } from "../../events";
import type { Reason, SimpleReason } from "../../events/reason";
import { gateRow } from "../../gates/table";
import type { OfferedVersion, RunState } from "../../state";
import { cancelGates } from "../gates/cancel";
import { declineDraft, takeDraft } from "./draft";
import { weakenedByPlan, weakenedReason } from "./offer";
import { adoptOfferedTail, declineTail, isByPerson } from "./replan";

/** The people of every control that the offered version weakens have let it pass: it takes effect. */
export function settleOffered(state: RunState): DraftEvent[] {
  const { offered, replan } = state;
  if (!offered || offered.pending.length > 0) return [];
  const weakened = weakenedByPlan(state, offered, replan !== undefined && isByPerson(replan, offered));
  const unasked = weakened.filter(({ obligation }) => !offered.controls.includes(obligation.control));
  if (unasked.length > 0) {
    const reason = weakenedReason(state, offered, unasked);
    return [draft("plan_version_declined", { version: offered.version, reason, again: true })];
  }
  if (replan) return adoptOfferedTail(state, replan, offered);
  return takeDraft(state, offered, { waives: offered.controls });
}

/** The offered version is written again: with the words of people who want it otherwise, or because it cannot be let pass. */
export function rewriteOffered(
  state: RunState,
  { version }: OfferedVersion,
  reason: Reason,
  answered?: string,
): DraftEvent[] {
  const declined = draft("plan_version_declined", { version, reason, again: true });
  return [...otherGates(state, reason, answered), declined];
}

/** What else was asked about the offered version. */
const otherGates = (state: RunState, reason: Reason, answered?: string): DraftEvent[] =>
  cancelGates(
    state,
    reason,
    ({ kind, approvalId }) => gateRow(kind).aboutOffer === true && approvalId !== answered,
  );

/** `keepsWish`: what the version was wanted for is still to be answered. People of one control keep it, or of a settled plan the version in force: nobody else is asked, and the version in force stays (docs/engine.md, "Controls"). */
export function declineOffered(
  state: RunState,
  { version }: OfferedVersion,
  reason: SimpleReason,
  now: number,
  answered: string,
  keepsWish = false,
): DraftEvent[] {
  const { replan, iteration } = state;
  // The end of the run closes every gate.
  if (!replan && iteration) return declineDraft(state, reason, now);
  const others = otherGates(state, reason, answered);
  if (!replan) return [...others, ...declineDraft(state, reason, now)];
  const declined = draft("plan_version_declined", { version, reason });
  return [...others, declined, ...declineTail(state, replan, reason, { keepsWish })];
}
