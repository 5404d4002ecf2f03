import type { Decision } from "@/lib/core/plan/schema";
import { type GateVerb, needOf, verbRow } from "@/lib/core/run/gates/table";

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
};

export function stepFor(verb: GateVerb, { open, armed, comment, isRisky, requiresReason }: Chosen): Step {
  const needs = needOf(verb, { requiresReason });
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

/** The verb that a key asks for, if this gate offers it. */
export const verbOfKey = (key: string, verbs: readonly GateVerb[]): GateVerb | undefined =>
  verbs.find((verb) => verbRow(verb).key === key);
