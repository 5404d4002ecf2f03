/** What happens when a verb is chosen: more is asked for, a second step is taken, or it is sent. */
export type Step = "value" | "text" | "comment" | "confirm" | "send";

type Chosen = {
  /** The verb whose editor is open. */
  open?: string | undefined;
  armed: boolean;
  comment: string;
  risk: string | undefined;
};

export function stepFor(verb: string, { open, armed, comment, risk }: Chosen): Step {
  if (verb === "edit" && open !== "edit") return "value";
  if (["respond", "happened", "other"].includes(verb) && open !== verb) return "text";
  if (verb === "request_changes" && comment.trim() === "") return "comment";
  if (risk !== undefined && !(armed && open === verb)) return "confirm";
  return "send";
}

/** A review decided otherwise than proposed needs a reason. */
export function needsReason(proposed: string | undefined, decision: string): boolean {
  return proposed !== undefined && proposed !== decision;
}

/** The verb a review's gate is answered by: agreeing is `approve`, where that is offered. */
export function verbForDecision(
  verbs: readonly string[],
  proposed: string | undefined,
  decision: string,
): string {
  return decision === proposed && verbs.includes("approve") ? "approve" : decision;
}

/** The verb that a key asks for, if this gate offers it. */
export function verbOfKey(key: string, verbs: readonly string[]): string | undefined {
  const asked = { a: ["approve", "raise", "retry"], r: ["reject"], e: ["edit"], c: ["request_changes"] }[key];
  return asked?.find((verb) => verbs.includes(verb));
}
