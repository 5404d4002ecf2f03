"use client";

import { useId } from "react";
import { actorName, CLOSED_STATUS_LABELS, closedIcon, pastVerbLabel } from "@/lib/core/describe/gates";
import { gateTitle } from "@/lib/core/describe/headline";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";
import { RelativeTime } from "../ui/relative-time";

type ClosedNoteProps = {
  state: RunState;
  gate: ApprovalState;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

/** A gate that takes no more answers: who said what, when and why, or what came in its place. */
export function ClosedNote({ state, gate, onOpenGate }: ClosedNoteProps) {
  const id = useId();
  const { decided, status } = gate;
  if (status === "open") return null;
  const next = status === "superseded" ? successorOf(state, gate) : undefined;
  return (
    <div role="status" aria-labelledby={id} className="grid gap-1 border-line border-t px-4 py-3">
      <p id={id} className="font-medium">
        <span aria-hidden="true">{closedIcon(decided?.verb)} </span>
        {decided ? (
          <>
            {pastVerbLabel(decided.verb)} by {actorName(decided.by)}, <RelativeTime at={decided.at} />
            {decided.provenance !== "person" && <span className="text-muted"> ({decided.provenance})</span>}
          </>
        ) : (
          CLOSED_STATUS_LABELS[status]
        )}
      </p>
      {decided?.comment && <q className="whitespace-pre-wrap text-muted">{decided.comment}</q>}
      {next && (
        <p>
          Replaced by:{" "}
          {onOpenGate ? (
            <button type="button" className="text-run underline" onClick={() => onOpenGate(next.approvalId)}>
              {gateTitle(state, next)}
            </button>
          ) : (
            gateTitle(state, next)
          )}
        </p>
      )}
    </div>
  );
}

/** The question that took a superseded one's place. */
export function successorOf(state: RunState, gate: ApprovalState): ApprovalState | undefined {
  return Object.values(state.approvals)
    .filter((other) => other.kind === gate.kind && other.taskId === gate.taskId)
    .filter((other) => other.openedSeq > gate.openedSeq)
    .sort((a, b) => a.openedSeq - b.openedSeq)[0];
}

/** Gates that are closed: who decided what, when and why. */
export function ClosedGates({ state, gates }: { state: RunState; gates: ApprovalState[] }) {
  if (gates.length === 0) return null;
  return (
    <Card title="Decided gates">
      <ul className="grid gap-3">
        {gates.map((gate) => (
          <li key={gate.approvalId}>
            <p className="font-medium">{gateTitle(state, gate)}</p>
            <ClosedBy gate={gate} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ClosedBy({ gate }: { gate: ApprovalState }) {
  const { decided, status } = gate;
  if (!decided)
    return <p className="text-muted">{status === "open" ? "open" : CLOSED_STATUS_LABELS[status]}</p>;
  return (
    <p className="text-muted">
      {pastVerbLabel(decided.verb)} by {actorName(decided.by)} ({decided.provenance}),{" "}
      <RelativeTime at={decided.at} />
      {decided.comment && (
        <>
          : <q>{decided.comment}</q>
        </>
      )}
    </p>
  );
}
