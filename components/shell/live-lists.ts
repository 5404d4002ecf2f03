"use client";

import { useQuery } from "@tanstack/react-query";
import { useServerRendered } from "@/lib/client/page-settled";
import { approvalsQuery, runsQuery } from "@/lib/client/query";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { LIVE_GATES, LIVE_RUNS } from "./live-filters";

/** The open gates of the workspace, oldest first, kept up to date; starts with what the server rendered. */
export function useOpenGates(initial: Page<ApprovalView>): Page<ApprovalView> {
  return useQuery({ ...approvalsQuery(LIVE_GATES), ...useServerRendered(initial) }).data;
}

/** The runs that have not ended, newest first, kept up to date; starts with what the server rendered. */
export function useLiveRuns(initial: Page<RunListItem>): Page<RunListItem> {
  return useQuery({ ...runsQuery(LIVE_RUNS), ...useServerRendered(initial) }).data;
}
