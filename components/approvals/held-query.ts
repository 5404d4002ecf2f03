import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { queryKeys } from "@/lib/client/query";
import type { HeldDecision } from "@/lib/core/views";

/** Changes of runs do not say that a decision is held: it is asked again. */
const POLL_MS = 15_000;

/** The decisions of the workspace that apply by themselves. */
export const heldQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.approvals, "held"] as const,
    queryFn: ({ signal }) => fetchJson<{ items: HeldDecision[] }>("/api/v1/approvals/held", signal),
    refetchInterval: POLL_MS,
  });
