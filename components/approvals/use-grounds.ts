"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type { ApprovalContext } from "./grounds";

type ContextRequest = {
  runId: string;
  approvalId?: string | undefined;
  taskId?: string | undefined;
  /** Asked again when it changes. */
  version: number;
};

function approvalContextQuery(request: ContextRequest) {
  const { runId, approvalId, taskId } = request;
  const query = new URLSearchParams();
  if (approvalId !== undefined) query.set("approvalId", approvalId);
  if (taskId !== undefined) query.set("taskId", taskId);
  return queryOptions({
    queryKey: ["grounds", request] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      fetchJson<ApprovalContext>(`/api/v1/runs/${encodeURIComponent(runId)}/grounds?${query}`, signal),
  });
}

/** What a decision needs besides the run's state; undefined until it is there, and when it cannot be had. */
export const useApprovalContext = (request: ContextRequest): ApprovalContext | undefined =>
  useQuery(approvalContextQuery(request)).data;
