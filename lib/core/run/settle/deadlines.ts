import { gateConsequences } from "../decide/gates";
import { type DraftEvent, draft } from "../events";
import { escalationTarget } from "../gate-rules";
import type { ApprovalState, RunState } from "../state";

/**
 * What the passing of a gate's deadline does (docs/engine.md, "Deadlines"): it is handed on to the next role with the
 * same time again, stays open while the run is paused, or is answered. Never an approval that nobody configured.
 */
export function passDeadline(state: RunState, gate: ApprovalState, now: number): DraftEvent[] {
  const { approvalId, onTimeout, timeoutMs = 0, escalations = 0 } = gate;
  if (onTimeout === "pause") {
    const reason = "a question to a person was not answered in time";
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
  const verb = timeoutVerb(gate);
  const provenance = escalations > 0 ? "escalation" : "timeout";
  const handed = escalations === 1 ? "once" : `${escalations} times`;
  const comment =
    escalations > 0
      ? `no answer before the deadline, after it was handed on ${handed}`
      : "no answer before the deadline";
  const expired = draft("approval_expired", { approvalId, verb, provenance });
  return [expired, ...gateConsequences(state, gate, { verb, comment, provenance }, now)];
}

/** The verb that stands for silence, in the gate's own spelling. */
function timeoutVerb({ onTimeout, verbs, kind }: ApprovalState): string {
  const wanted = onTimeout?.toLowerCase();
  const match = verbs.find((verb) => verb.toLowerCase() === wanted);
  return match ?? (kind === "review_decision" ? "ABORT" : "reject");
}
