import type { ApprovalKind } from "../run/gates/table";

/** The kinds of gates that there are drills of; the samples are held to it by a test, so that pages need not load them. */
export const DRILL_KINDS = [
  "plan_approval",
  "control_waiver",
  "plan_change",
  "answer_release",
  "plan_refinement",
  "human_review",
  "review_decision",
  "tool_approval",
] as const satisfies readonly ApprovalKind[];
