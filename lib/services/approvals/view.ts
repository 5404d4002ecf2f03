import type { ApprovalRow } from "@/db/queries/read-approvals";
import type { ApprovalView } from "@/lib/core/views";

export type { ApprovalView } from "@/lib/core/views";

const DEFAULT_TERMS: ApprovalView["terms"] = {
  quorum: 1,
  votes: [],
  asked: [],
  notBy: [],
  escalations: 0,
  escalateTo: [],
  form: null,
  options: [],
  supersedes: null,
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
    onTimeout: approval.onTimeout,
    terms: { ...DEFAULT_TERMS, ...approval.terms },
    subject: approval.subject,
    status: approval.status,
    openedAt: approval.openedAt.getTime(),
    decided,
  };
}
