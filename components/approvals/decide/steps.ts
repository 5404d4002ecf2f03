import { verbLabel } from "@/lib/core/describe/gates/words";
import { quoted } from "@/lib/core/legible/marked";
import type { Decision } from "@/lib/core/plan/schema";
import { type GivenItem, hasRejected, heldByItems } from "@/lib/core/run/gates/items";
import { type ApprovalKind, type GateVerb, needOf, verbRow } from "@/lib/core/run/gates/table";
import type { DraftVerdict, ItemProblem } from "../drafts/kept-drafts";

/** What happens when a verb is chosen: more is asked for, a second step is taken, or it is sent. */
export type Step = "value" | "comment" | "reason" | "confirm" | "send";

type Chosen = {
  /** The verb whose editor is open. */
  open?: GateVerb | undefined;
  armed: boolean;
  comment: string;
  isRisky: boolean;
  /** The gate takes no rejection without a reason. */
  requiresReason?: boolean | undefined;
  /** Items of a list are rejected: their reasons stand for the comment, and what is left of the list for the value. */
  byItems?: boolean;
};

export function stepFor(verb: GateVerb, chosen: Chosen): Step {
  const { open, armed, comment, isRisky, requiresReason, byItems = false } = chosen;
  const needs = byItems ? undefined : needOf(verb, { requiresReason });
  if ((needs === "value" || needs === "model") && open !== verb) return "value";
  if (needs === "comment" && comment.trim() === "") return "comment";
  if (verbRow(verb).invitesReason && open !== verb) return "reason";
  return isRisky && !(armed && open === verb) ? "confirm" : "send";
}

/** A review decided otherwise than proposed needs a reason. */
export function needsReason(proposed: Decision | undefined, decision: Decision): boolean {
  return proposed !== undefined && proposed !== decision;
}

/** The verb a review's gate is answered by: agreeing is `approve`, where that is offered. */
export function verbForDecision(
  verbs: readonly GateVerb[],
  proposed: Decision | undefined,
  decision: Decision,
): GateVerb {
  return decision === proposed && verbs.includes("approve") ? "approve" : decision;
}

type Offering = { kind: ApprovalKind; verbs: readonly GateVerb[] };

type ReadItems = { items?: GivenItem[] } | ItemProblem;

/**
 * The verdicts that go with an answer: none where nobody judged an item, all where every item is judged. With `approve`
 * items that were not looked at are accepted with the rest.
 */
export function readItems(
  gate: Offering,
  verb: GateVerb,
  drafts: Readonly<Record<number, DraftVerdict>> = {},
  count: number,
): ReadItems {
  const given = Array.from({ length: count }, (_, n) => drafts[n]);
  if (given.every((one) => one === undefined) || verb === "respond" || verbRow(verb).keepsOpen) return {};
  const isRejected = hasRejected(Object.values(drafts));
  if (verb === "approve" && isRejected) return { problem: heldByItems(gate) };
  const unjudged = given.indexOf(undefined);
  if (unjudged >= 0 && verb !== "approve")
    return { problem: "Some items have no verdict yet.", at: unjudged };
  const unexplained = given.findIndex((one) => one?.verdict === "reject" && !one.reason?.trim());
  if (unexplained >= 0) return { problem: `Say why item ${unexplained + 1} is rejected.`, at: unexplained };
  if (verb === "edit" && given.every((one) => one?.verdict === "reject"))
    return { problem: "Every item is rejected: there is nothing to continue with." };
  return {
    items: given.map((one) =>
      one?.verdict === "reject"
        ? { verdict: "reject", reason: one.reason?.trim() ?? "" }
        : { verdict: "accept" },
    ),
  };
}

type Marked = {
  mark: DraftVerdict | undefined;
  marksOnItems: readonly DraftVerdict[];
  title: string;
};

export const markLabel = ({ verdict }: DraftVerdict): string => (verdict === "accept" ? "Approve" : "Reject");

/** What asks whether a verb is meant that goes against the marks of its draft; undefined where it does not. */
export function contradiction(verb: GateVerb, { mark, marksOnItems, title }: Marked): string | undefined {
  const { passes = false, refuses = false } = verbRow(verb);
  if (mark && (mark.verdict === "accept" ? refuses : passes)) {
    const reason = mark.reason?.trim();
    const marked = `You marked ${quoted(title)} ${markLabel(mark)}${reason ? `: ${reason}` : ""}`;
    return `${/[.!?…]$/.test(marked) ? marked : `${marked}.`} ${verbLabel(verb)} it instead?`;
  }
  if (!refuses || marksOnItems.length === 0 || hasRejected(marksOnItems)) return;
  const { length } = marksOnItems;
  return `You accepted ${length} ${length === 1 ? "item" : "items"}. ${verbLabel(verb)} all of it instead?`;
}
