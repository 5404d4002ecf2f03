"use client";

import { quorumWords } from "@/lib/core/run/gate-rules";
import type { ApprovalView } from "@/lib/core/views";
import { Badge } from "../../ui/badge";
import { Moment } from "../../ui/moment";
import { Deadline } from "../deadline";
import { CLOSED_WORDS, closedIcon, deadlineWords, doneWord, KIND_WORDS, nameOf } from "../words";

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
          {KIND_WORDS[gate.kind]}
        </Badge>
      </span>
      <span className="min-w-0">
        <span className={`line-clamp-2 ${open ? "font-medium" : "text-muted"}`}>{gate.prompt}</span>
        <span className="line-clamp-1 text-muted text-xs">{gate.mission}</span>
      </span>
      <span className="text-muted text-xs sm:text-right">
        {open ? <Waiting gate={gate} /> : <Closing gate={gate} />}
      </span>
    </button>
  );
}

function Waiting({ gate }: { gate: ApprovalView }) {
  const { openedAt, deadlineAt, kind, onTimeout, terms } = gate;
  const then = deadlineWords({ kind, ...terms, ...(onTimeout !== null && { onTimeout }) });
  const progress = quorumWords(terms);
  return (
    <span className="flex flex-wrap gap-x-2 sm:grid">
      <span>
        asked <Moment at={openedAt} />
      </span>
      {deadlineAt !== null && <Deadline at={deadlineAt} then={then} />}
      {progress !== "" && <span>{progress}</span>}
      {terms.escalations > 0 && <span className="text-amber">handed on</span>}
    </span>
  );
}

function Closing({ gate: { decided, status } }: { gate: ApprovalView }) {
  if (!decided) return <span>{status === "open" ? "" : CLOSED_WORDS[status]}</span>;
  return (
    <span>
      answered by {nameOf(decided.by)}: {doneWord(decided.verb).toLowerCase()}, <Moment at={decided.at} />
    </span>
  );
}
