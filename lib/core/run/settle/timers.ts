import { applyDecision } from "../decide/reviews";
import type { DraftEvent } from "../events";
import { taskOf } from "../ready";
import type { ApprovalState, RunState } from "../state";
import { passDeadline } from "./deadlines";

/** Deadlines of gates run on while a run is paused; held decisions do not. The earliest goes first. */
export function settleTimers(state: RunState, now: number): DraftEvent[] {
  const overdue = Object.keys(state.openApprovals)
    .map((id) => state.approvals[id] as ApprovalState)
    .filter((approval) => approval.deadlineAt !== undefined && approval.deadlineAt <= now)
    .sort((a, b) => (a.deadlineAt as number) - (b.deadlineAt as number))[0];
  if (overdue) return passDeadline(state, overdue, now);
  if (state.paused) return [];
  const [due] = Object.entries(state.held)
    .filter(([, at]) => at <= now)
    .sort((a, b) => a[1] - b[1]);
  return due ? applyHeld(state, due[0], now) : [];
}

function applyHeld(state: RunState, taskId: string, now: number): DraftEvent[] {
  const task = taskOf(state, taskId);
  const proposal = task.proposal as NonNullable<typeof task.proposal>;
  const { decision, abortReason } = proposal;
  const reasoning = decision === "ABORT" ? (abortReason ?? proposal.reasoning) : proposal.reasoning;
  return applyDecision(state, task, { decision, reasoning, provenance: "auto" }, now);
}
