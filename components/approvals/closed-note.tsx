"use client";

import dynamic from "next/dynamic";
import { useId } from "react";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import {
  actorName,
  answeredFrom,
  CLOSED_STATUS_LABELS,
  closedIcon,
  formatItemCounts,
  pastVerbLabel,
} from "@/lib/core/describe/gates/words";
import { formatReason } from "@/lib/core/describe/reason";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Card } from "../ui/card";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";

/** What was filled in; most answers are a verb and a comment. */
const AnsweredForm = dynamic(() => import("./answered-form").then((room) => room.AnsweredForm), {
  loading: () => <Skeleton className="h-16" />,
});

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
            <From decided={decided} />
          </>
        ) : (
          CLOSED_STATUS_LABELS[status]
        )}
      </p>
      {decided?.comment && <q className="whitespace-pre-wrap break-words text-muted">{decided.comment}</q>}
      {decided?.because && !decided.comment && (
        <p className="break-words text-muted">{formatReason(decided.because)}</p>
      )}
      {hasForm(gate) && <AnsweredForm state={state} gate={gate} />}
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

/** Where the answer came from; nothing where that is not known. */
function From({ decided }: { decided: Parameters<typeof answeredFrom>[0] }) {
  const from = answeredFrom(decided);
  return from === "" ? null : <span className="text-muted"> ({from})</span>;
}

/** Whether more was filled in than a comment. */
const hasForm = ({ kind, decided }: ApprovalState): boolean =>
  decided !== undefined &&
  (kind === "review_decision" || decided.value !== undefined || decided.items !== undefined);

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
      {pastVerbLabel(decided.verb)} by {actorName(decided.by)}, <RelativeTime at={decided.at} />
      <From decided={decided} />
      {decided.items && `, ${formatItemCounts(decided.items)}`}
      {decided.comment && (
        <>
          : <q>{decided.comment}</q>
        </>
      )}
    </p>
  );
}
