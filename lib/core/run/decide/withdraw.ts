import { type DraftEvent, draft } from "../events";
import type { ApprovalKind } from "../events/people";
import type { ApprovalState, RunState } from "../state";

/** Gates that ask what to do about a failure, and are answered by doing away with it. */
export const asksAboutReplans = (kind: ApprovalKind): boolean =>
  kind === "replan_failed" || kind === "budget";

/** Ends the replan that is under way, if there is one. */
export function withdrawReplan({ replan }: RunState, reason: string): DraftEvent[] {
  if (!replan) return [];
  return [draft("replan_withdrawn", { number: replan.number, reason: reason.slice(0, 1_000) })];
}

/** Closes the open gates that nobody has to answer any more. */
export function cancelGates(
  state: RunState,
  reason: string,
  concerns: (kind: ApprovalKind, taskId: string | undefined) => boolean,
): DraftEvent[] {
  return Object.keys(state.openApprovals)
    .map((id) => state.approvals[id] as ApprovalState)
    .filter(({ kind, taskId }) => concerns(kind, taskId))
    .map(({ approvalId }) => draft("approval_cancelled", { approvalId, reason: reason.slice(0, 500) }));
}
