"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type { Grounds } from "./grounds";

type Asked = {
  runId: string;
  approvalId?: string | undefined;
  taskId?: string | undefined;
  /** Asked again when it changes. */
  version: number;
};

function groundsQuery(asked: Asked) {
  const { runId, approvalId, taskId } = asked;
  const query = new URLSearchParams();
  if (approvalId !== undefined) query.set("approvalId", approvalId);
  if (taskId !== undefined) query.set("taskId", taskId);
  return queryOptions({
    queryKey: ["grounds", asked] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      fetchJson<Grounds>(`/api/v1/runs/${encodeURIComponent(runId)}/grounds?${query}`, signal),
  });
}

/** What a decision needs besides the run's state; undefined until it is there, and when it cannot be had. */
export const useGrounds = (asked: Asked): Grounds | undefined => useQuery(groundsQuery(asked)).data;
