"use client";

import { approvalsQuery, runsQuery } from "@/lib/client/query";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { LIVE_GATES, LIVE_RUNS, MY_GATES } from "./live-filters";
import { useRendered } from "./server-rendered";

/** The open gates of the workspace, oldest first, kept up to date from what the server rendered. */
export const useOpenGates = (): Page<ApprovalView> => useRendered(approvalsQuery(LIVE_GATES));

/** Those of them that ask the person who looks, or nobody by name. */
export const useMyGates = (): Page<ApprovalView> => useRendered(approvalsQuery(MY_GATES));

/** The runs that have not ended, newest first, kept up to date from what the server rendered. */
export const useLiveRuns = (): Page<RunListItem> => useRendered(runsQuery(LIVE_RUNS));

/** How many a list has; of more than are at hand, at least how many. */
export const countText = ({ items, nextCursor }: Page<unknown>): string =>
  nextCursor === null ? String(items.length) : `${items.length}+`;
