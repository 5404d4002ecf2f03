"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, type RouteOutput } from "@/lib/client/call";
import type { RunEvent } from "@/lib/core/run/events";

type Page = RouteOutput<"GET /api/v1/runs/{id}/events">;
const PAGE = 1_000;

export type History = {
  /** In order, without gaps: all of the run's events when `complete`, else the latest. */
  events: readonly RunEvent[];
  complete: boolean;
  failed: boolean;
  retry(): void;
};

/**
 * All events of a run: those that the page has followed, and before them, once they are `wanted`, the older ones from
 * the server. `log` is the followed end; it may forget its beginning, this does not.
 */
export function useHistory(runId: string, log: readonly RunEvent[], wanted: boolean): History {
  const [followedLog, setKept] = useState(log);
  const followed = appendNew(followedLog, log);
  if (followed !== followedLog) setKept(followed);
  const first = followed[0]?.seq ?? 1;
  const {
    data: older,
    isError,
    refetch,
  } = useQuery({
    queryKey: ["older-events", runId, first],
    enabled: wanted && first > 1,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readBefore(runId, first, signal),
  });
  const complete = first === 1 || older !== undefined;
  const [merged, setMerged] = useState({ older, followed, events: concat(older, followed) });
  const isJoined = merged.older === older && merged.followed === followed;
  const now = isJoined ? merged : { older, followed, events: concat(older, followed) };
  if (!isJoined) setMerged(now);
  return { events: now.events, complete, failed: isError, retry: () => void refetch() };
}

const concat = (
  older: readonly RunEvent[] | undefined,
  followed: readonly RunEvent[],
): readonly RunEvent[] => (older === undefined || older.length === 0 ? followed : [...older, ...followed]);

/** What is kept with the news of a log; a log that begins after a gap stands alone. */
export function appendNew(followedLog: readonly RunEvent[], log: readonly RunEvent[]): readonly RunEvent[] {
  const last = followedLog.at(-1)?.seq ?? 0;
  const [first] = log;
  if (first === undefined || (log.at(-1)?.seq ?? 0) <= last) return followedLog;
  if (followedLog.length === 0 || first.seq > last + 1) return log;
  return [...followedLog, ...log.slice(last + 1 - first.seq)];
}

/** All events of a run before one of them, page by page. */
export async function readBefore(runId: string, before: number, signal: AbortSignal): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (let after: number | null = 0; after !== null && after < before - 1; ) {
    const asked = { id: runId, after, limit: PAGE };
    const page: Page = await call("GET /api/v1/runs/{id}/events", asked, { signal });
    events.push(...page.items.filter((event) => event.seq < before));
    after = page.nextAfter;
  }
  return events;
}
