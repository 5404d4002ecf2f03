"use client";

import { formatQuorum } from "@/lib/core/run/gate-rules";
import type { ApprovalView } from "@/lib/core/views";
import { Badge } from "../../ui/badge";
import { RelativeTime } from "../../ui/moment";
import { Deadline } from "../deadline";
import {
  actorName,
  CLOSED_STATUS_LABELS,
  closedIcon,
  KIND_LABELS,
  pastVerbLabel,
  timeoutLabel,
} from "../words";

type GateRowProps = { gate: ApprovalView; chosen: boolean; onOpen(): void };

/** A gate in the inbox: kind, question, mission, since when it waits and how long there is. */
export function GateRow({ gate, chosen, onOpen }: GateRowProps) {
  const open = gate.status === "open";
  return (
    <button
      type="button"
      data-row={gate.id}
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`grid w-full grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 text-left -outline-offset-2 hover:bg-ground sm:grid-cols-[8.5rem_minmax(0,1fr)_11rem] ${chosen ? "bg-ground" : ""} ${open ? "" : "motion-safe:transition-colors motion-safe:duration-200"}`}
    >
      <span>
        <Badge tone={open ? "person" : "plain"}>
          <span aria-hidden="true">{open ? "◈" : closedIcon(gate.decided?.verb)}</span>
          {KIND_LABELS[gate.kind]}
        </Badge>
      </span>
      <span className="min-w-0">
        <span className={`line-clamp-2 ${open ? "font-medium" : "text-muted"}`}>{gate.prompt}</span>
        <span className="line-clamp-1 text-muted text-xs">{gate.mission}</span>
      </span>
      <span className="text-muted text-xs sm:text-right">
        {open ? <Waiting gate={gate} /> : <ClosedBy gate={gate} />}
      </span>
    </button>
  );
}

function Waiting({ gate }: { gate: ApprovalView }) {
  const { openedAt, deadlineAt, kind, onTimeout, terms } = gate;
  const then = timeoutLabel({ kind, ...terms, ...(onTimeout !== null && { onTimeout }) });
  const progress = formatQuorum(terms);
  return (
    <span className="flex flex-wrap gap-x-2 sm:grid">
      <span>
        asked <RelativeTime at={openedAt} />
      </span>
      {deadlineAt !== null && <Deadline at={deadlineAt} then={then} />}
      {progress !== "" && <span>{progress}</span>}
      {terms.escalations > 0 && <span className="text-amber">handed on</span>}
    </span>
  );
}

function ClosedBy({ gate: { decided, status } }: { gate: ApprovalView }) {
  if (!decided) return <span>{status === "open" ? "" : CLOSED_STATUS_LABELS[status]}</span>;
  return (
    <span>
      answered by {actorName(decided.by)}: {pastVerbLabel(decided.verb).toLowerCase()},{" "}
      <RelativeTime at={decided.at} />
    </span>
  );
}
