"use client";

import { gateTitle } from "@/lib/core/describe/gates/headline";
import { actorName, CLOSED_STATUS_LABELS, pastVerbLabel } from "@/lib/core/describe/gates/words";
import { getOwn } from "@/lib/core/own";
import { openGates } from "@/lib/core/run/selectors";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { LiveButton } from "../ui/live";

type PastDecisionsProps = {
  /** The run at the moment that is shown, and as it is now. */
  past: RunState;
  now: RunState;
  /** Of this task alone; of all where absent. */
  taskId: string | undefined;
  onSelect(taskId: string | undefined): void;
};

/** What waited for a person at a past moment, and what has come of it; nothing of it can be answered there. */
export function PastDecisions({ past, now, taskId, onSelect }: PastDecisionsProps) {
  const isShown = (id: string | undefined) => taskId === undefined || id === taskId;
  const gates = openGates(past).filter((gate) => isShown(gate.taskId));
  const held = Object.keys(past.held).flatMap((id) => (isShown(id) ? (getOwn(past.tasks, id) ?? []) : []));
  if (gates.length === 0 && held.length === 0) return null;
  return (
    <section aria-label="Open at this moment" className="grid gap-2 border-line border-t bg-panel px-4 py-3">
      <h2 className="font-semibold">Open at this moment</h2>
      <ul className="grid gap-2">
        {gates.map((gate) => (
          <li key={gate.approvalId} className="grid gap-0.5">
            <LiveButton
              className="text-left font-medium hover:underline"
              onClick={() => onSelect(gate.taskId)}
            >
              <span aria-hidden="true">◇ </span>
              {gateTitle(past, gate)}
            </LiveButton>
            <span className="text-muted text-xs">{outcomeText(getOwn(now.approvals, gate.approvalId))}</span>
          </li>
        ))}
        {held.map((task) => (
          <li key={task.id}>
            <LiveButton className="text-left font-medium hover:underline" onClick={() => onSelect(task.id)}>
              <span aria-hidden="true">◆ </span>
              {task.spec.title}: {task.proposal?.decision}, held for people to change
            </LiveButton>
          </li>
        ))}
      </ul>
      <p className="text-muted text-xs">Go back to now to decide what is still open.</p>
    </section>
  );
}

function outcomeText(gate: ApprovalState | undefined): string {
  if (!gate || gate.status === "open") return "Still open now";
  const { decided, status } = gate;
  return decided
    ? `Later: ${pastVerbLabel(decided.verb)} by ${actorName(decided.by)}`
    : `Later: ${CLOSED_STATUS_LABELS[status as Exclude<typeof status, "open">]}`;
}
