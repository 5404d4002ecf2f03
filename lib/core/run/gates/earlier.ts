import { getOwn } from "../../own";
import type { ApprovalState, RunState } from "../state";

/** A question that was asked before in another form, and what a person wanted otherwise of it. */
type AskedEarlier = { gate: ApprovalState; wish?: { by: string; words: string } };

/**
 * The last question that a gate asks once more: the one that it supersedes, or, where people wanted something else, the one
 * before it about a plan, or about a task of its lineage.
 */
export function askedEarlier(state: RunState, gate: ApprovalState): AskedEarlier | undefined {
  if (gate.supersedes !== undefined) {
    const superseded = getOwn(state.approvals, gate.supersedes);
    return superseded && { gate: superseded };
  }
  const lineage = lineageOf(state, gate);
  const before = Object.values(state.approvals).findLast(
    (one) =>
      one.openedAt <= gate.openedAt &&
      one.approvalId !== gate.approvalId &&
      one.kind === gate.kind &&
      lineageOf(state, one) === lineage &&
      one.decided !== undefined,
  );
  const { by, verb, comment = "" } = before?.decided ?? {};
  if (!before || by?.kind !== "person" || !(verb === "request_changes" || verb === "reject")) return;
  const words = comment.trim();
  return words === "" ? { gate: before } : { gate: before, wish: { by: by.name, words } };
}

const lineageOf = ({ tasks }: RunState, { taskId }: ApprovalState): string | undefined =>
  taskId === undefined ? undefined : (getOwn(tasks, taskId)?.spec.lineage ?? taskId);
