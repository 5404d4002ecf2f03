import { getOwn } from "../../own";
import { gateConsequences } from "../decide/gates/consequences";
import { lapse } from "../decide/holds";
import { applyDecision, statedReasoning } from "../decide/reviews";
import { holdsStandStill } from "../effects";
import { type DraftEvent, draft } from "../events";
import { escalationTarget } from "../gates/rules";
import { silentVerb } from "../gates/table";
import type { ApprovalState, RunState } from "../state";
import { taskOf } from "../state/ready";

/** Deadlines of gates run on while a run is paused; held decisions do not. The earliest goes first. */
export function settleTimers(state: RunState, now: number): DraftEvent[] {
  const overdue = Object.keys(state.openApprovals)
    .map((id) => getOwn(state.approvals, id) as ApprovalState)
    .filter((approval) => approval.deadlineAt !== undefined && approval.deadlineAt <= now)
    .sort((a, b) => (a.deadlineAt as number) - (b.deadlineAt as number))[0];
  if (overdue) return passDeadline(state, overdue, now);
  if (holdsStandStill(state)) return [];
  const [due] = Object.entries(state.held)
    .filter(([, at]) => at <= now)
    .sort((a, b) => a[1] - b[1]);
  return due ? applyHeld(state, due[0], now) : [];
}

function applyHeld(state: RunState, taskId: string, now: number): DraftEvent[] {
  const task = taskOf(state, taskId);
  if (task.claim) return lapse(state, taskId, task.claim, now);
  const proposal = task.proposal as NonNullable<typeof task.proposal>;
  const { decision, abortReason } = proposal;
  const words = decision === "ABORT" ? (abortReason ?? proposal.reasoning) : proposal.reasoning;
  return applyDecision(state, task, { decision, reasoning: statedReasoning(words), provenance: "auto" }, now);
}

/**
 * What the passing of a gate's deadline does (docs/engine.md, "Deadlines"): it is handed on to the next role with the
 * same time again, stays open while the run is paused, or is answered. Never an approval that nobody configured.
 */
function passDeadline(state: RunState, gate: ApprovalState, now: number): DraftEvent[] {
  const { approvalId, onTimeout, timeoutMs = 0, escalations = 0 } = gate;
  if (onTimeout === "pause") {
    const reason = { code: "gate_timed_out" } as const;
    const held = draft("approval_held_open", { approvalId });
    return state.paused ? [held] : [held, draft("run_paused", { reason })];
  }
  const to = escalationTarget(gate);
  if (to) {
    const deadlineAt = now + timeoutMs;
    return [draft("approval_escalated", { approvalId, number: escalations + 1, to, deadlineAt })];
  }
  return expire(state, gate, now);
}

function expire(state: RunState, gate: ApprovalState, now: number): DraftEvent[] {
  const { approvalId, escalations = 0 } = gate;
  const verb = silentVerb(gate);
  const provenance = escalations > 0 ? "escalation" : "timeout";
  const because = { code: "unanswered", escalations } as const;
  const expired = draft("approval_expired", { approvalId, verb, provenance });
  return [expired, ...gateConsequences(state, gate, { verb, because, provenance }, now)];
}
