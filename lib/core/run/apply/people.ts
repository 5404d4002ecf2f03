import type { EventOf } from "../events";
import type { ApprovalState, RunState } from "../state";

export function applyApprovalOpened(state: RunState, event: EventOf<"approval_opened">): void {
  const id = event.payload.approvalId;
  state.approvals[id] = { ...event.payload, status: "open", openedAt: event.at, openedSeq: event.seq };
  state.openApprovals[id] = true;
  state.approvalCount += 1;
}

export function applyApprovalDecided(state: RunState, event: EventOf<"approval_decided">): void {
  const { approvalId, verb, comment, provenance } = event.payload;
  const approval = close(state, approvalId, "decided");
  approval.decided = {
    by: event.actor,
    at: event.at,
    verb,
    provenance,
    ...(comment !== undefined && { comment }),
  };
  if (approval.kind === "plan_approval" && verb === "request_changes") state.planFeedback = comment ?? "";
  if (verb !== "retry") return;
  if (approval.kind === "model_unavailable") state.faults = {};
  if (approval.kind === "replan_failed") delete state.replanFailed;
}

export function applyApprovalRetained(state: RunState, event: EventOf<"approval_retained">): void {
  (state.approvals[event.payload.approvalId] as ApprovalState).planVersion = event.payload.planVersion;
}

export function close(state: RunState, id: string, status: ApprovalState["status"]): ApprovalState {
  const approval = state.approvals[id] as ApprovalState;
  approval.status = status;
  delete state.openApprovals[id];
  return approval;
}
