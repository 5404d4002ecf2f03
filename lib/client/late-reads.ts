import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isOver } from "@/lib/core/run/retrospects";
import type { RunState } from "@/lib/core/run/state";
import { call } from "./call";
import { pageSettled } from "./page-settled";
import { queryKeys } from "./query";

/** What a version of a run's plan was expected to take. Asked again once the run is over. */
export function forecastQuery({ runId, version, over }: { runId: string; version: number; over: boolean }) {
  return queryOptions({
    queryKey: ["forecast", runId, version, over] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/v1/runs/{id}/forecast", { id: runId, version }, { signal }),
  });
}

const PATIENCE_MS = 20_000;

/**
 * The comments on a run's plan with their places in the version in force, or in another one that is shown, read again with
 * each event that may have changed what became of them; with what they were before for those who look at past moments.
 */
export function commentsQuery(state: RunState, version?: number, withPast = false) {
  const wanted = { id: state.runId, version, ...(withPast && { past: "true" as const }) };
  return queryOptions({
    queryKey: [...queryKeys.comments(state.runId), commentsMoment(state), version, withPast] as const,
    queryFn: ({ signal }) =>
      call("GET /api/v1/runs/{id}/comments", wanted, {
        // An approval waits for the answer: one that never comes has to be a failure.
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      }),
  });
}

/** Rounds begin and end with these; other events say nothing of comments. */
function commentsMoment(state: RunState): string {
  const { planVersion, approvalCount, openApprovals, replan, replanWanted, replanFailed, offered } = state;
  const facts = [planVersion, approvalCount, Object.keys(openApprovals).length];
  const flags = [replan, replanWanted, replanFailed, offered, state.finished].map((one) => (one ? 1 : 0));
  return [...facts, ...flags].join("-");
}

/** Begins to read what the page shows once it has settled, beside the parts that show it and not after them. */
export function useLateReads(now: RunState): void {
  const queries = useQueryClient();
  const first = useRef(now);
  useEffect(() => {
    const { runId, planVersion: version } = first.current;
    if (version === 0) return;
    const over = isOver(first.current);
    void pageSettled().then(() => {
      void queries.prefetchQuery(commentsQuery(first.current));
      void queries.prefetchQuery(forecastQuery({ runId, version: over ? 1 : version, over }));
    });
  }, [queries]);
}
