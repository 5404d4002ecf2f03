"use client";

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isTerminalRun } from "@/lib/core/run/status";
import type { RunChange } from "@/lib/core/stream";
import type { ApprovalView, Page, RunListItem } from "@/lib/core/views";
import { type ApprovalsFilter, queryKeys, type RunsFilter } from "./query";
import { browserStream } from "./stream/browser-stream";

/** By how much the clocks of server and database may differ, with the time that a commit takes to show. */
const CLOCK_SKEW_MS = 10_000;
/** Not more often than this what any change may concern is read again. */
const READ_PAUSE_MS = 1_000;
/** How long a change is kept for pages that the server began to render before it. */
const KEPT_MS = 60_000;

/**
 * Keeps the lists of runs and gates in the cache up to date while a page shows them, from `since` on: when the
 * server read them, in milliseconds (only the first value counts). `onChanges` hears every change, for toasts and counts.
 */
export function useWorkspace(since: number, onChanges?: (runs: RunChange[]) => void): void {
  const queryClient = useQueryClient();
  const listener = useRef(onChanges);
  const start = useRef(since);
  useEffect(() => {
    listener.current = onChanges;
  });
  useEffect(() => {
    const held = coalesced(() => readHeldAgain(queryClient), READ_PAUSE_MS);
    const leave = browserStream().follow({ kind: "workspace", after: start.current }, (frame) => {
      if (frame.kind !== "workspace") return;
      start.current = frame.cursor;
      const heard = openGateKeys(queryClient);
      mergeChanges(queryClient, frame.runs);
      applyChanges(queryClient, frame.runs, heard);
      for (const runId of frame.comments ?? [])
        void queryClient.invalidateQueries({ queryKey: queryKeys.comments(runId) });
      if (frame.runs.length === 0) return;
      held.ask();
      listener.current?.(frame.runs);
    });
    return () => {
      leave();
      held.end();
    };
  }, [queryClient]);
}

/** Brings lists that the server read at `readAt` up to what was heard before they came in. */
export function catchUp(queryClient: QueryClient, readAt: number): void {
  const known = queryClient.getQueryData<RunChange[]>(queryKeys.changes) ?? [];
  const changes = known.filter(({ changedAt }) => changedAt >= readAt - CLOCK_SKEW_MS);
  applyChanges(queryClient, changes);
  if (changes.length > 0) void readHeldAgain(queryClient);
}

/** Decisions that are held: a change does not say whether its run has any. */
const readHeldAgain = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: queryKeys.held });

/**
 * Does `act` at once for the first that asks, and once more for all who ask while it is at work or `pauseMs` after: what
 * it reads is never older than the last asking.
 */
export function coalesced(act: () => Promise<unknown>, pauseMs: number): { ask(): void; end(): void } {
  let isAtRest = true;
  let isAsked = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    if (isOver) return;
    timer = setTimeout(() => {
      isAtRest = true;
      if (isAsked) begin();
    }, pauseMs);
  };
  const begin = () => {
    isAtRest = false;
    isAsked = false;
    void act().then(rest, rest);
  };
  return {
    ask() {
      isAsked = true;
      if (isAtRest) begin();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function mergeChanges(queryClient: QueryClient, changes: readonly RunChange[]): void {
  const byRun = new Map<string, RunChange>();
  const known = queryClient.getQueryData<RunChange[]>(queryKeys.changes) ?? [];
  for (const change of [...known, ...changes]) byRun.set(change.runId, change);
  const newest = Math.max(...[...byRun.values()].map(({ changedAt }) => changedAt));
  const kept = [...byRun.values()].filter(({ changedAt }) => changedAt > newest - KEPT_MS);
  queryClient.setQueryData<RunChange[]>(queryKeys.changes, kept);
}

/** A gate by whom it asks: one that is escalated is news for those whom it did not ask before. */
const askedKey = ({ id, assignees }: RunChange["openGates"][number]): string => [id, ...assignees].join(" ");

/** The open gates that were told of lately. */
function openGateKeys(queryClient: QueryClient): ReadonlySet<string> {
  const changes = queryClient.getQueryData<RunChange[]>(queryKeys.changes) ?? [];
  return new Set(changes.flatMap(({ openGates }) => openGates.map(askedKey)));
}

/**
 * Writes changed runs into the lists that show them; a list that now misses one or may not keep it is loaded again.
 * `heard` are the open gates that lists know of, whether they show them or not.
 */
export function applyChanges(
  queryClient: QueryClient,
  changes: readonly RunChange[],
  heard: ReadonlySet<string> = new Set(),
): void {
  if (changes.length === 0) return;
  const lists = queryClient.getQueriesData<Page<RunListItem>>({ queryKey: queryKeys.runs });
  for (const [queryKey, page] of lists) if (page) applyToRuns(queryClient, queryKey, page, changes);
  if (changes.some((change) => gatesChanged(queryClient, change, heard))) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.approvals });
  }
  if (changes.some(({ status }) => isTerminalRun(status))) {
    for (const queryKey of [queryKeys.overview, queryKeys.spending])
      void queryClient.invalidateQueries({ queryKey });
  }
}

function applyToRuns(
  queryClient: QueryClient,
  queryKey: QueryKey,
  page: Page<RunListItem>,
  changes: readonly RunChange[],
): void {
  const [, filter = {}] = queryKey as readonly [string, RunsFilter?];
  const news = new Map(changes.map((change) => [change.runId, change]));
  let isStale = false;
  const items = page.items.map((item) => {
    const change = news.get(item.id);
    news.delete(item.id);
    if (!change || change.seq <= item.seq) return item;
    isStale ||= change.status !== item.status;
    return changedItem(item, change);
  });
  isStale ||= [...news.values()].some((change) => belongsTo(page, filter, change));
  if (items.some((item, index) => item !== page.items[index])) {
    // The rest of the list is as old as it was.
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    queryClient.setQueryData(queryKey, { ...page, items }, { updatedAt });
  }
  if (isStale) void queryClient.invalidateQueries({ queryKey, exact: true });
}

function changedItem(item: RunListItem, change: RunChange): RunListItem {
  const { seq, status, finishReason, planVersion, tasks, openGates } = change;
  return { ...item, seq, status, finishReason, planVersion, tasks, openApprovals: openGates.length };
}

/** Whether a run that is not on this page of a list should be: by what is asked for, and by its age. */
function belongsTo({ items, nextCursor }: Page<RunListItem>, filter: RunsFilter, change: RunChange): boolean {
  if (filter.status && !filter.status.includes(change.status)) return false;
  if (filter.gate !== undefined && change.openGates.length === 0) return false;
  // It ends now, later than all that are listed.
  if (filter.order === "ended") return isTerminalRun(change.status) && filter.cursor === undefined;
  const [first, last] = [items[0], items.at(-1)];
  if (filter.cursor !== undefined && first && change.createdAt > first.createdAt) return false;
  return nextCursor === null || !last || change.createdAt >= last.createdAt;
}

/** Whether any list of open gates says something else about those of the run; a full one has the oldest alone. */
function gatesChanged(
  queryClient: QueryClient,
  { runId, openGates }: RunChange,
  heard: ReadonlySet<string>,
): boolean {
  const open = new Set(openGates.map((gate) => gate.id));
  const pages = queryClient.getQueriesData<Page<ApprovalView>>({ queryKey: queryKeys.approvals });
  return pages.some(([[, filter = {}], page]) => {
    const { status = "open", ...part } = filter as ApprovalsFilter;
    if (status !== "open" || !page) return false;
    const shown = page.items.filter((gate) => gate.runId === runId);
    // Pages of a search, and those after the first, need not have every gate of the run.
    const isPart = [part.kind, part.text, part.cursor].some((one) => one !== undefined);
    // Whether a new one is for the person who looks, the server knows.
    const isNew = openGates.some(
      (gate) => !heard.has(askedKey(gate)) && shown.every(({ id }) => id !== gate.id),
    );
    const mayLack = part.assigned === undefined ? shown.length < open.size : isNew;
    const lacksOne = !isPart && page.nextCursor === null && mayLack;
    return lacksOne || shown.some((gate) => !open.has(gate.id));
  });
}
