import type { ApprovalRow } from "@/db/queries/read-approvals";
import type { ActorRef, Provenance } from "@/lib/core/run/envelope";
import type { ApprovalKind, ApprovalStatus } from "@/lib/core/run/events/people";
import type { StoredValue } from "@/lib/core/stored-value";

/** A gate as lists and pages show it. */
export type ApprovalView = {
  id: string;
  runId: string;
  mission: string;
  kind: ApprovalKind;
  taskId: string | null;
  planVersion: number;
  digest: string;
  prompt: string;
  shown: StoredValue | null;
  verbs: string[];
  assignees: string[];
  deadlineAt: number | null;
  subject: Record<string, string | number> | null;
  status: ApprovalStatus;
  openedAt: number;
  decided: { at: number; by: ActorRef; verb: string; comment: string | null; provenance: Provenance } | null;
};

export function approvalView({ approval, mission }: ApprovalRow): ApprovalView {
  const { decidedAt, decidedBy, verb, comment, provenance } = approval;
  const decided =
    decidedAt && decidedBy && verb !== null && provenance
      ? { at: decidedAt.getTime(), by: decidedBy, verb, comment, provenance }
      : null;
  return {
    id: approval.id,
    runId: approval.runId,
    mission,
    kind: approval.kind,
    taskId: approval.taskId,
    planVersion: approval.planVersion,
    digest: approval.digest,
    prompt: approval.prompt,
    shown: approval.shown,
    verbs: approval.verbs,
    assignees: approval.assignees,
    deadlineAt: approval.deadlineAt?.getTime() ?? null,
    subject: approval.subject,
    status: approval.status,
    openedAt: approval.openedAt.getTime(),
    decided,
  };
}
