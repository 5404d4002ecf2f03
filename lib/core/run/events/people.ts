import { z } from "zod";
import { storedValue } from "../../stored-value";
import { provenance } from "../envelope";

export const APPROVAL_KINDS = [
  "plan_approval",
  "human_review",
  "review_decision",
  "tool_approval",
  "unknown_outcome",
  "budget",
  "replan_failed",
  "model_unavailable",
  "engine_fault",
] as const;
export const approvalKind = z.enum(APPROVAL_KINDS);
export type ApprovalKind = z.infer<typeof approvalKind>;

export const APPROVAL_STATUSES = ["open", "decided", "expired", "superseded", "cancelled"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** A question to a person, bound to what was shown (docs/engine.md, "Gates"). */
export const approvalOpened = z.object({
  approvalId: z.string(),
  kind: approvalKind,
  taskId: z.string().optional(),
  planVersion: z.int(),
  /** Hash of what the person is shown; a decision on anything else is refused. */
  digest: z.string(),
  prompt: z.string(),
  /** The value that `approve` passes on, and what the gate shows beside the prompt. */
  shown: storedValue.optional(),
  verbs: z.array(z.string()).min(1),
  assignees: z.array(z.string()),
  deadlineAt: z.number().optional(),
  onTimeout: z.string().optional(),
  /** The tool call, limit or fault it is about. */
  subject: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const peopleEvents = {
  approval_opened: approvalOpened,
  approval_decided: z.object({
    approvalId: z.string(),
    verb: z.string(),
    comment: z.string().optional(),
    value: storedValue.optional(),
    provenance,
  }),
  approval_expired: z.object({ approvalId: z.string(), verb: z.string() }),
  approval_retained: z.object({ approvalId: z.string(), planVersion: z.int() }),
  approval_superseded: z.object({ approvalId: z.string(), by: z.string() }),
  approval_cleared: z.object({ approvalId: z.string(), reason: z.string() }),
  approval_cancelled: z.object({ approvalId: z.string(), reason: z.string() }),
} as const;
