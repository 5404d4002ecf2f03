"use client";

import { useState } from "react";
import { formatCounted } from "@/lib/core/describe/amounts";
import { listedQuestion } from "@/lib/core/describe/gates/listed-question";
import { earlierVotes, formatQuorum } from "@/lib/core/describe/gates/proposals";
import {
  actorName,
  CLOSED_STATUS_LABELS,
  closedIcon,
  KIND_LABELS,
  pastVerbLabel,
  timeoutLabel,
} from "@/lib/core/describe/gates/words";
import { markedLine } from "@/lib/core/legible/marked";
import type { ApprovalView } from "@/lib/core/views";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { LiveButton, LiveInput } from "../../ui/live";
import { RelativeTime } from "../../ui/relative-time";
import { Deadline } from "../deadline";
import { useStuckRow } from "../use-stuck";
import { selectedGates, unselectableReason } from "./selection";

type GateRowProps = {
  gate: ApprovalView;
  isDrafted: boolean;
  onOpen(): void;
};

type GateListProps = {
  label: string;
  gates: ApprovalView[];
  /** How many there are without the filter; unknown where the server looked for those that fit. */
  total: number | "unknown";
  /** Loads the next page of a list that is not shown to its end. */
  more?: (() => void) | "loading";
  chosenId: string | undefined;
  empty: { title: string; text: string };
  onOpen(gate: ApprovalView): void;
  /** The pointer or the focus is on a row: it may be opened or chosen next. */
  onApproach(): void;
  /** The gates chosen to be decided together, and how one is chosen or left. */
  selected: ReadonlySet<string>;
  onSelect(id: string): void;
  /** The gates to which an answer was begun and not sent: each is decided by itself. */
  drafted: ReadonlySet<string>;
  onClearFilters(): void;
};

/** Gates in a list; one that is empty says whether there is nothing or whether the filters hide it. */
export function GateList({
  label,
  gates,
  total,
  more,
  chosenId,
  empty,
  onOpen,
  onApproach,
  selected,
  onSelect,
  drafted,
  onClearFilters,
}: GateListProps) {
  if (gates.length === 0 && total !== 0) {
    const clear = <Button onClick={onClearFilters}>Clear filters</Button>;
    return (
      <EmptyState title="No gates match the filters" action={clear}>
        {total === "unknown"
          ? "The whole list was searched."
          : `${formatCounted(total, "gate does", "gates do")} not match.`}
      </EmptyState>
    );
  }
  if (gates.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  const selectedNow = selectedGates(gates, selected, drafted);
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {gates.map((gate) => (
          <li
            key={gate.id}
            data-status={gate.status}
            onFocus={onApproach}
            onPointerEnter={onApproach}
            className={`grid grid-cols-[auto_minmax(0,1fr)] hover:bg-ground ${gate.id === chosenId ? "bg-ground" : ""}`}
          >
            <SelectGate
              gate={gate}
              selected={selectedNow.includes(gate)}
              disabledReason={unselectableReason(gate, selectedNow, drafted)}
              onSelect={onSelect}
            />
            <GateRow gate={gate} isDrafted={drafted.has(gate.id)} onOpen={() => onOpen(gate)} />
          </li>
        ))}
      </ul>
      {more && (
        <div className="border-line border-t p-3 text-center">
          <Button disabled={more === "loading"} onClick={more === "loading" ? undefined : more}>
            {more === "loading" ? "Loading…" : "Show more"}
          </Button>
        </div>
      )}
    </>
  );
}

type SelectGateProps = {
  gate: ApprovalView;
  selected: boolean;
  /** Why it cannot be chosen. */
  disabledReason: string | undefined;
  onSelect(id: string): void;
};

function SelectGate({ gate, selected, disabledReason, onSelect }: SelectGateProps) {
  return (
    <label className="flex items-start py-3 pl-4" title={disabledReason ?? "Select (x)"}>
      <span className="sr-only">
        Select: <bdi>{listedQuestion(gate)}</bdi>
      </span>
      <LiveInput
        type="checkbox"
        className={`size-6 ${gate.status === "open" ? "" : "invisible"}`}
        checked={selected}
        disabled={!selected && disabledReason !== undefined}
        onChange={() => onSelect(gate.id)}
      />
    </label>
  );
}

/** A gate in the inbox: kind, question, mission, since when it waits and how long there is. */
function GateRow({ gate, isDrafted, onOpen }: GateRowProps) {
  const open = gate.status === "open";
  // Its room stays when somebody decides, so that the rows below do.
  const [wasOpen] = useState(open);
  return (
    <LiveButton
      data-row={gate.id}
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`grid w-full grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 text-left -outline-offset-2 lg:grid-cols-[8.5rem_minmax(0,1fr)_11rem] ${open ? "" : "motion-safe:transition-colors motion-safe:duration-200"}`}
    >
      <span className="flex flex-wrap content-start gap-1">
        <Badge tone={open ? "person" : "plain"}>
          <span aria-hidden="true">{open ? "◈" : closedIcon(gate.decided?.verb)}</span>
          {KIND_LABELS[gate.kind]}
        </Badge>
        {gate.drill && <Badge tone="amber">Drill</Badge>}
        {open && isDrafted && <Badge tone="amber">Answer not sent</Badge>}
      </span>
      <span className="min-w-0">
        <span className={`line-clamp-2 ${open ? "font-medium" : "text-muted"}`}>
          <bdi>{listedQuestion(gate)}</bdi>
        </span>
        {gate.decided?.comment ? (
          <q className="line-clamp-1 text-muted text-xs">{gate.decided.comment}</q>
        ) : (
          <span className="line-clamp-1 text-muted text-xs">{markedLine(gate.mission)}</span>
        )}
      </span>
      <span className="grid text-muted text-xs *:[grid-area:1/1] lg:text-right">
        {wasOpen && (
          <span className={open ? "" : "invisible"}>
            <Waiting gate={gate} />
          </span>
        )}
        {!open && <ClosedBy gate={gate} />}
      </span>
    </LiveButton>
  );
}

function Waiting({ gate }: { gate: ApprovalView }) {
  const { openedAt, deadlineAt, kind, onTimeout, terms } = gate;
  const then = timeoutLabel({ kind, ...terms, ...(onTimeout !== null && { onTimeout }) });
  const progress = formatQuorum(terms);
  const isStuck = useStuckRow(gate);
  return (
    <span className="flex flex-wrap gap-x-2 lg:grid">
      <span>
        asked <RelativeTime at={openedAt} />
      </span>
      {deadlineAt !== null && <Deadline at={deadlineAt} then={then} />}
      {progress !== "" && <span>{progress}</span>}
      {terms.escalations > 0 && <span className="text-amber">escalated</span>}
      {isStuck && <span className="text-amber">nobody left to answer</span>}
    </span>
  );
}

function ClosedBy({ gate: { decided, status, terms } }: { gate: ApprovalView }) {
  if (!decided)
    return (
      <span className="inline-block first-letter:uppercase">
        {status === "open" ? "" : CLOSED_STATUS_LABELS[status]}
      </span>
    );
  const earlier = earlierVotes({ votes: terms.votes, decided });
  const done = earlier.some(({ value }) => value) ? "voted" : "approved";
  return (
    <span>
      answered by {actorName(decided.by)}: {pastVerbLabel(decided.verb).toLowerCase()},{" "}
      <RelativeTime at={decided.at} />
      {earlier.length > 0 && `; ${done} before by ${earlier.map(({ by }) => by.name).join(", ")}`}
    </span>
  );
}
