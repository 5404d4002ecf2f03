"use client";

import { approvalsQuery, runsQuery } from "@/lib/client/query";
import { isAssigned } from "@/lib/core/run/gates/rules";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { LIVE_GATES, LIVE_RUNS } from "./live-filters";
import { useViewer } from "./rights";
import { useRendered } from "./server-rendered";

/** The open gates of the workspace, oldest first, kept up to date from what the server rendered. */
export const useOpenGates = (): Page<ApprovalView> => useRendered(approvalsQuery(LIVE_GATES));

/** Those of them that ask the person who looks, or nobody by name. */
export function useMyGates(): ApprovalView[] {
  const viewer = useViewer();
  return useOpenGates().items.filter(({ assignees }) => isAssigned(assignees, viewer));
}

/** The runs that have not ended, newest first, kept up to date from what the server rendered. */
export const useLiveRuns = (): Page<RunListItem> => useRendered(runsQuery(LIVE_RUNS));
