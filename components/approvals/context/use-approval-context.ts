"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, type RouteOutput } from "@/lib/client/call";

/** What a decision needs in addition to the run's state. */
export type ApprovalContext = RouteOutput<"GET /api/v1/runs/{id}/approval-context">;

type ContextRequest = {
  runId: string;
  approvalId?: string | undefined;
  taskId?: string | undefined;
  /** Asked again when one of them changes: a held review may be made again under the same version. */
  version: number;
  attempt?: number;
};

export function approvalContextQuery(request: ContextRequest) {
  const { runId, approvalId, taskId } = request;
  return queryOptions({
    queryKey: ["approval-context", request] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call("GET /api/v1/runs/{id}/approval-context", { id: runId, approvalId, taskId }, { signal }),
  });
}

/** What a decision needs in addition to the run's state. */
export type ContextRead = {
  /** Undefined until it is there, and when it cannot be had. */
  context: ApprovalContext | undefined;
  /** It has neither come nor failed for the first time: what depends on it can be drawn in one piece after that. */
  isAwaited: boolean;
  isFetching: boolean;
  /** Asks for it again. */
  load(): void;
};

export function useApprovalContext(request: ContextRequest): ContextRead {
  const { data, isLoading, isFetching, refetch } = useQuery(approvalContextQuery(request));
  const [hasCome, setCome] = useState(!isLoading);
  if (!isLoading && !hasCome) setCome(true);
  return { context: data, isAwaited: !hasCome, isFetching, load: () => void refetch() };
}
