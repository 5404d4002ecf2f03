"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { call } from "@/lib/client/call";
import { formatCounted } from "@/lib/core/describe/amounts";
import { consentWords, notDoneLines, OUTSIDE_OUTCOMES } from "@/lib/core/describe/outside";
import type { OutsideCall, OutsideCalls, OutsideOutcome } from "@/lib/core/run/outside-calls";
import type { RunState } from "@/lib/core/run/state";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { RelativeTime } from "../../ui/relative-time";
import { SeenText } from "../../ui/seen-text";
import { taskHref } from "../task-href";

const ICONS: Record<OutsideOutcome, { icon: string; tone: string }> = {
  done: { icon: "▲", tone: "text-ink" },
  failed: { icon: "✕", tone: "text-bad" },
  unknown: { icon: "?", tone: "text-amber" },
};

/** What a run with so many calls of tools has changed outside; it is read again with each, and at the end. */
const outsideKey = (runId: string, toolCalls: number, hasEnded: boolean) =>
  ["run-outside", runId, toolCalls, hasEnded] as const;

const NOTHING: OutsideCalls = { items: [], count: 0, notDone: [] };

/** All that the run changed outside, or tried to, however it ended; it says so where that is nothing. */
export function OutsideCard({ state, hasEnded }: { state: RunState; hasEnded: boolean }) {
  const { runId, counters } = state;
  const { data, isError, refetch } = useQuery({
    queryKey: outsideKey(runId, counters.toolCalls, hasEnded),
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/outside", { id: runId }, { signal }),
    enabled: counters.toolCalls > 0 || hasEnded,
  });
  const calls = counters.toolCalls === 0 && !hasEnded ? NOTHING : data;
  if (calls?.count === 0 && !hasEnded) return null;
  return (
    <Card
      title="Changed outside"
      aside={calls && calls.count > 0 && formatCounted(calls.count, "call", "calls")}
    >
      {calls === undefined && isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
          <span>
            <span aria-hidden="true">✕ </span>Could not load what was changed outside.
          </span>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {calls === undefined && !isError && <p className="text-muted">Loading…</p>}
      {calls?.count === 0 && <p className="text-muted">Nothing.</p>}
      {calls && calls.count > 0 && (
        <ul className="grid gap-2">
          {calls.items.map((call) => (
            <CallLine
              key={`${call.taskId} ${call.attempt} ${call.step} ${call.callId}`}
              runId={runId}
              call={call}
            />
          ))}
          {calls.count > calls.items.length && (
            <li className="text-muted">and {calls.count - calls.items.length} more</li>
          )}
        </ul>
      )}
      {calls &&
        notDoneLines(calls).map((line) => (
          <p key={line} className="wrap-anywhere mt-2 text-muted">
            <SeenText text={line} />
          </p>
        ))}
    </Card>
  );
}

function CallLine({ runId, call }: { runId: string; call: OutsideCall }) {
  const { taskId, title, tool, args, outcome, simulated, error, at, consent } = call;
  const { icon, tone } = ICONS[outcome];
  const ending = OUTSIDE_OUTCOMES[outcome];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-1">
      <span aria-hidden="true" className={tone}>
        {icon}
      </span>
      <span className="wrap-anywhere font-medium font-mono text-xs leading-5">
        <SeenText text={tool} />
        {simulated && <span className="font-normal font-sans text-amber"> simulated</span>}
      </span>
      <span className="text-muted text-xs">
        <RelativeTime at={at} />
      </span>
      <span className="wrap-anywhere col-span-2 col-start-2 line-clamp-6 whitespace-pre-wrap font-mono text-muted text-xs">
        <SeenText text={args} />
      </span>
      {ending !== undefined && <span className={`col-span-2 col-start-2 ${tone}`}>{ending}</span>}
      {error !== null && (
        <span className="wrap-anywhere col-span-2 col-start-2 line-clamp-3 text-bad text-xs">
          <SeenText text={error} />
        </span>
      )}
      <span className="wrap-anywhere col-span-2 col-start-2 text-muted text-xs first-letter:uppercase">
        <SeenText text={consentWords(consent)} />
      </span>
      <Link
        href={taskHref({ runId, taskId })}
        className="col-span-2 col-start-2 w-fit text-xs underline decoration-edge underline-offset-2"
      >
        <SeenText text={title} />
      </Link>
    </li>
  );
}
