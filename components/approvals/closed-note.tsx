"use client";

import dynamic from "next/dynamic";
import { useLayoutEffect, useState } from "react";
import { gateTitle } from "@/lib/core/describe/gates/headline";
import { earlierVotes } from "@/lib/core/describe/gates/proposals";
import {
  actorName,
  answeredFrom,
  CLOSED_STATUS_LABELS,
  closedIcon,
  pastVerbLabel,
  timeoutLabel,
} from "@/lib/core/describe/gates/words";
import { formatReason } from "@/lib/core/describe/reason";
import type { ApprovalState, RunState } from "@/lib/core/run/state";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { LiveButton } from "../ui/live";
import { RelativeTime } from "../ui/relative-time";
import { Skeleton } from "../ui/skeleton";
import { QuestionsAsked } from "./decide/questions-asked";

/** What was filled in; most answers are a verb and a comment. Drawn by the browser: the build names a file for the server that there is not. */
const AnsweredForm = dynamic(() => import("./answered-form").then((room) => room.AnsweredForm), {
  ssr: false,
  loading: () => <Skeleton className="h-16" />,
});

type ClosedNoteProps = {
  state: RunState;
  gate: ApprovalState;
  onOpenGate?: ((approvalId: string) => void) | undefined;
};

/** A gate that takes no more answers. `onShown` is called once its code has come, before the page is painted with it. */
export function ClosedNote({ onShown, ...props }: ClosedNoteProps & { onShown?(isShown: true): void }) {
  useLayoutEffect(() => onShown?.(true), [onShown]);
  if (props.gate.status === "open") return null;
  return (
    <div className="grid gap-1 border-line border-t px-4 py-3">
      <ClosedAnswer {...props} />
    </div>
  );
}

/** Who said what at a gate, when, from where and why, with what they filled in; or what came in its place. */
export function ClosedAnswer({ state, gate, onOpenGate }: ClosedNoteProps) {
  const { decided, status } = gate;
  if (status === "open") return null;
  const next = status === "superseded" ? successorOf(state, gate) : undefined;
  return (
    <>
      <p className="font-medium">
        <span aria-hidden="true">{closedIcon(decided?.verb)} </span>
        {decided ? (
          <>
            {pastVerbLabel(decided.verb)} by {actorName(decided.by)}, <RelativeTime at={decided.at} />
            <From decided={decided} />
          </>
        ) : (
          <span className="inline-block first-letter:uppercase">
            {[CLOSED_STATUS_LABELS[status], status === "expired" && timeoutLabel(gate)]
              .filter(Boolean)
              .join(", ")}
          </span>
        )}
      </p>
      {decided?.comment && <q className="whitespace-pre-wrap break-words text-muted">{decided.comment}</q>}
      {decided?.because && !decided.comment && (
        <p className="break-words text-muted">{formatReason(decided.because)}</p>
      )}
      <QuestionsAsked gate={gate} />
      <EarlierVotes gate={gate} />
      {hasForm(gate) && <AnsweredForm state={state} gate={gate} />}
      {next && (
        <p>
          Replaced by:{" "}
          {onOpenGate ? (
            <LiveButton className="text-run underline" onClick={() => onOpenGate(next.approvalId)}>
              {gateTitle(state, next)}
            </LiveButton>
          ) : (
            gateTitle(state, next)
          )}
        </p>
      )}
    </>
  );
}

/** Who had voted before, where it takes several people. */
function EarlierVotes({ gate }: { gate: ApprovalState }) {
  const votes = earlierVotes(gate);
  if (votes.length === 0) return null;
  return (
    <ul aria-label="Earlier votes" className="grid gap-1">
      {votes.map(({ by, at, verb, comment }) => (
        <li key={by.id}>
          <span aria-hidden="true">{closedIcon(verb)} </span>
          {pastVerbLabel(verb)} by {by.name}, <RelativeTime at={at} />
          {comment && <q className="block whitespace-pre-wrap break-words text-muted">{comment}</q>}
        </li>
      ))}
    </ul>
  );
}

/** Where the answer came from; nothing where that is not known. */
function From({ decided }: { decided: Parameters<typeof answeredFrom>[0] }) {
  const from = answeredFrom(decided);
  return from === "" ? null : <span className="text-muted"> ({from})</span>;
}

/** Whether more was answered than a verb and a comment. */
const hasForm = ({ kind, decided }: ApprovalState): boolean =>
  decided !== undefined &&
  (kind === "review_decision" ||
    decided.verb === "raise" ||
    decided.value !== undefined ||
    decided.items !== undefined);

/** The question that took a superseded one's place. */
export function successorOf(state: RunState, gate: ApprovalState): ApprovalState | undefined {
  return Object.values(state.approvals)
    .filter((other) => other.kind === gate.kind && other.taskId === gate.taskId)
    .filter((other) => other.openedSeq > gate.openedSeq)
    .sort((a, b) => a.openedSeq - b.openedSeq)[0];
}

/** So many are read at once; the older ones when they are asked for. */
const GATES_AT_ONCE = 10;

/** Gates that are closed, each with its answer. */
export function ClosedGates({ state, gates }: { state: RunState; gates: ApprovalState[] }) {
  const [shownCount, setShownCount] = useState(GATES_AT_ONCE);
  if (gates.length === 0) return null;
  const left = gates.length - shownCount;
  return (
    <Card title="Decided gates">
      <ul className="grid gap-3">
        {gates.slice(0, shownCount).map((gate) => (
          <li key={gate.approvalId} className="grid min-w-0 gap-1">
            <h3 className="break-words font-semibold">{gateTitle(state, gate)}</h3>
            <ClosedAnswer state={state} gate={gate} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" className="mt-3" onClick={() => setShownCount(gates.length)}>
          Show {left} earlier {left === 1 ? "gate" : "gates"}
        </Button>
      )}
    </Card>
  );
}
