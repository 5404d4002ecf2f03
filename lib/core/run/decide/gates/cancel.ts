import { getOwn } from "../../../own";
import { type DraftEvent, draft } from "../../events";
import type { Reason } from "../../events/reason";
import { gateRow, isAboutPlan } from "../../gates/table";
import type { ApprovalState, RunState } from "../../state";
import { REPLAN_BUDGETS } from "../../state/ledger";

/** Gates that ask what to do about a failure, or about the plan that it led to, and are answered by doing away with it. */
export const asksAboutReplans = ({ kind, subject }: ApprovalState): boolean =>
  gateRow(kind).aboutReplan === true || (kind === "budget" && REPLAN_BUDGETS.has(String(subject?.counter)));

/** Ends the replan that is under way, if there is one. */
export function withdrawReplan({ replan }: RunState, reason: Reason, key?: string): DraftEvent[] {
  if (!replan) return [];
  return [draft("replan_withdrawn", { number: replan.number, reason }, key)];
}

/** Closes the open gates that nobody has to answer any more. */
export function cancelGates(
  state: RunState,
  reason: Reason,
  concerns: (gate: ApprovalState) => boolean,
): DraftEvent[] {
  return Object.keys(state.openApprovals)
    .map((id) => getOwn(state.approvals, id) as ApprovalState)
    .filter(concerns)
    .map(({ approvalId }) => draft("approval_cancelled", { approvalId, reason }));
}

/** Nothing of the plan will be done any more: closes what is asked about it, except the gate that has just answered. */
export function endPlanGates(state: RunState, reason: Reason, but: string | undefined): DraftEvent[] {
  return cancelGates(
    state,
    reason,
    (gate) => gate.approvalId !== but && (isAboutPlan(gate.kind) || asksAboutReplans(gate)),
  );
}
