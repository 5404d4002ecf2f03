"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { approvalsQuery, runsQuery } from "@/lib/client/query";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { LIVE_GATES, LIVE_RUNS } from "./live-filters";

export const useOpenGatesQuery = () => useSuspenseQuery(approvalsQuery(LIVE_GATES));

/** The open gates of the workspace, oldest first, kept up to date from what the server rendered. */
export const useOpenGates = (): Page<ApprovalView> => useOpenGatesQuery().data;

/** The runs that have not ended, newest first, kept up to date from what the server rendered. */
export function useLiveRuns(): Page<RunListItem> {
  return useSuspenseQuery(runsQuery(LIVE_RUNS)).data;
}
