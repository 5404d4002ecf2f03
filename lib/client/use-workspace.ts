"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { RunChange } from "@/lib/core/stream";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { queryKeys } from "./query";
import { browserStream } from "./stream/browser-stream";

/**
 * Keeps the lists of runs and gates in the cache up to date while a page shows them. `onChanges` hears every change,
 * for toasts and counts.
 */
export function useWorkspace(onChanges?: (runs: RunChange[]) => void): void {
  const queryClient = useQueryClient();
  const listener = useRef(onChanges);
  useEffect(() => {
    listener.current = onChanges;
  });
  useEffect(
    () =>
      browserStream().follow({ kind: "workspace" }, (frame) => {
        if (frame.kind !== "workspace") return;
        applyChanges(queryClient, frame.runs);
        if (frame.runs.length > 0) listener.current?.(frame.runs);
      }),
    [queryClient],
  );
}

/** Writes changed runs into the lists that show them; lists that may now miss or keep one are loaded again. */
export function applyChanges(queryClient: QueryClient, changes: readonly RunChange[]): void {
  if (changes.length === 0) return;
  const byId = new Map(changes.map((change) => [change.runId, change]));
  let known = 0;
  let statusChanged = false;
  for (const [queryKey, page] of queryClient.getQueriesData<Page<RunListItem>>({
    queryKey: queryKeys.runs,
  })) {
    if (!page) continue;
    const items = page.items.map((item) => {
      const change = byId.get(item.id);
      if (!change) return item;
      known += 1;
      statusChanged ||= change.status !== item.status;
      return changedItem(item, change);
    });
    queryClient.setQueryData(queryKey, { ...page, items });
  }
  if (statusChanged || known < changes.length)
    void queryClient.invalidateQueries({ queryKey: queryKeys.runs });
  if (changes.some((change) => gatesChanged(queryClient, change))) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.approvals });
  }
}

function changedItem(item: RunListItem, change: RunChange): RunListItem {
  const { status, finishReason, planVersion, tasks, openGates } = change;
  return { ...item, status, finishReason, planVersion, tasks, openApprovals: openGates.length };
}

/** Whether any list of gates says something else about the run's open gates. */
function gatesChanged(queryClient: QueryClient, { runId, openGates }: RunChange): boolean {
  const open = new Set(openGates.map((gate) => gate.id));
  const pages = queryClient.getQueriesData<Page<ApprovalView>>({ queryKey: queryKeys.approvals });
  return pages.some(([, page]) => {
    const shown = page?.items.filter((gate) => gate.runId === runId && gate.status === "open") ?? [];
    return shown.length !== open.size || shown.some((gate) => !open.has(gate.id));
  });
}
