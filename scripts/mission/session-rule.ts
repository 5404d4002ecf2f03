import type { Payload } from "@/lib/core/run/events";
import type { ApprovalKind } from "@/lib/core/run/events/people";

type Gate = Pick<Payload<"approval_opened">, "kind" | "verbs">;

/** What `--yes` answers, by kind of gate. A review without a readable proposal is left to a person. */
const ANSWERS: Partial<Record<ApprovalKind, string>> = {
  plan_approval: "approve",
  human_review: "approve",
  review_decision: "approve",
  tool_approval: "approve",
  budget: "complete",
  unknown_outcome: "abort",
  replan_failed: "abort",
};

/** The verb that the rule of a `--yes` session gives this gate, or undefined when only a person may answer. */
export function sessionAnswer({ kind, verbs }: Gate): string | undefined {
  const verb = ANSWERS[kind];
  return verb !== undefined && verbs.includes(verb) ? verb : undefined;
}
