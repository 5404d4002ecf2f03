import { use } from "react";
import { StoppedClock } from "@/lib/client/run-clock";
import type { RunEvent } from "@/lib/core/run/events";
import type { RunState } from "@/lib/core/run/state";
import type { ModelCallView } from "@/lib/core/views";
import { useAllPages } from "./use-pages";

type TaskCallsRequest = {
  /** The run as it is now: what is read of it serves every moment. */
  now: RunState;
  /** Those up to the moment that is shown, or the last of them. */
  events: readonly RunEvent[];
  taskId: string;
};

/** The model calls of a task, oldest first; at a past moment those that had been made. */
export function useTaskCalls({ now, events, taskId }: TaskCallsRequest) {
  const stoppedAt = use(StoppedClock);
  const { data, isError, refetch } = useAllPages("GET /api/v1/runs/{id}/calls", {
    input: { id: now.runId, limit: 200, taskId },
    version: now.counters.modelCalls,
    next: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  });
  const all = data?.flatMap(({ items }) => items);
  return { calls: stoppedAt === undefined ? all : all && callsAt(all, stoppedAt, events), isError, refetch };
}

/** The calls until a moment; of those in its very millisecond, the ones that its events tell of. */
function callsAt(calls: readonly ModelCallView[], at: number, events: readonly RunEvent[]): ModelCallView[] {
  const told = new Set<string>();
  for (const event of events)
    if (event.type === "llm_called" && event.at >= at) told.add(event.payload.callId);
  return calls.filter((call) => call.at < at || told.has(call.callId));
}
