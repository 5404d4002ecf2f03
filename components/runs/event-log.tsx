"use client";

import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import { eventWords } from "@/lib/core/tell/event-words";
import { TONE_TEXT } from "../status";
import { Card } from "../ui/card";

/** What happened, newest first, in words; events that only the engine cares about are left out. */
export function EventLog({ state, log }: { state: RunState; log: RunEvent[] }) {
  const lines = log.toReversed().flatMap((event) => {
    const told = eventWords(event, (taskId) => state.tasks[taskId]?.spec.title ?? taskId);
    return told ? [{ ...told, seq: event.seq, at: event.at }] : [];
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
