"use client";

import { gateTitle } from "@/lib/client/headline";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { eventWords, type Names } from "@/lib/core/tell/event-words";
import { TONE_TEXT } from "../status";
import { Card } from "../ui/card";

/** What happened, newest first, in words; events that only the engine cares about are left out. */
export function EventLog({ state, log }: { state: RunState; log: RunEvent[] }) {
  const names = namesOf(state);
  const lines = log.toReversed().flatMap((event) => {
    const told = eventWords(event, names);
    return told
      ? [{ ...told, tone: isPast(state, event) ? ("plain" as const) : told.tone, seq: event.seq }]
      : [];
  });
  return (
    <Card title="Log" aside={`${state.seq} events`}>
      <ol className="-mx-4 -my-3 max-h-[36rem] divide-y divide-line overflow-y-auto text-xs" aria-label="Log">
        {lines.map((line) => (
          <li key={line.seq} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2 px-4 py-1.5">
            <span className={TONE_TEXT[line.tone]}>{line.word}</span>
            <span className="line-clamp-3">{line.text}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function namesOf(state: RunState): Names {
  return {
    task: (taskId) => state.tasks[taskId]?.spec.title ?? taskId,
    gate: (approvalId) => {
      const gate = state.approvals[approvalId];
      return gate ? gateTitle(state, gate) : approvalId;
    },
  };
}

/** A gate that is closed needs nobody any more, and loses the colour that says so. */
function isPast(state: RunState, event: RunEvent): boolean {
  return event.type === "approval_opened" && !state.openApprovals[event.payload.approvalId];
}
