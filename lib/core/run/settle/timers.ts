import { consequences } from "../decide/gates";
import { applyDecision } from "../decide/reviews";
import { type DraftEvent, draft } from "../events";
import { taskOf } from "../ready";
import type { ApprovalState, RunState } from "../state";

/** Deadlines of gates run on while a run is paused; held decisions do not. The earliest goes first. */
export function settleTimers(state: RunState, now: number): DraftEvent[] {
  const overdue = Object.keys(state.openApprovals)
    .map((id) => state.approvals[id] as ApprovalState)
    .filter((approval) => approval.deadlineAt !== undefined && approval.deadlineAt <= now)
    .sort((a, b) => (a.deadlineAt as number) - (b.deadlineAt as number))[0];
  if (overdue) return expire(state, overdue, now);
  if (state.paused) return [];
  const [due] = Object.entries(state.held)
    .filter(([, at]) => at <= now)
    .sort((a, b) => a[1] - b[1]);
  return due ? applyHeld(state, due[0], now) : [];
}

/** A timeout never approves silently: it rejects or aborts unless the plan names another decision. */
function expire(state: RunState, approval: ApprovalState, now: number): DraftEvent[] {
  const verb = timeoutVerb(approval);
  const comment = "no answer before the deadline";
  const expired = draft("approval_expired", { approvalId: approval.approvalId, verb });
  return [expired, ...consequences(state, approval, { verb, comment, provenance: "timeout" }, now)];
}

function timeoutVerb(approval: ApprovalState): string {
  const wanted = approval.onTimeout?.toLowerCase();
  const match = approval.verbs.find((verb) => verb.toLowerCase() === wanted);
  return match ?? (approval.kind === "review_decision" ? "ABORT" : "reject");
}

function applyHeld(state: RunState, taskId: string, now: number): DraftEvent[] {
  const task = taskOf(state, taskId);
  const proposal = task.proposal as NonNullable<typeof task.proposal>;
  const { decision, abortReason } = proposal;
  const reasoning = decision === "ABORT" ? (abortReason ?? proposal.reasoning) : proposal.reasoning;
  return applyDecision(state, task, { decision, reasoning, provenance: "auto" }, now);
}
