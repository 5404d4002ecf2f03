"use client";

import { keepPreviousData, queryOptions, useQueries } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { call } from "@/lib/client/call";
import { type ApprovalsFilter, approvalsQuery } from "@/lib/client/query";
import type { ApprovalView, Page } from "@/lib/core/views";
import { LIVE_GATES } from "../../shell/live-filters";
import { useOpenGates } from "../../shell/live-lists";
import { type GateFilter, stableRows } from "./filters";

const LATEST_CLOSED = { status: "closed", limit: 100 } as const;

/** A gate that closed: it changes no more. */
const gateQuery = (id: string) =>
  queryOptions({
    queryKey: ["gate", id] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("GET /api/v1/approvals/{id}", { id }, { signal }),
  });

/** A list as far as its pages were asked for. */
export type PagedGates = {
  items: ApprovalView[];
  /** Loads the next page; absent where there is none, and while one is loading. */
  loadMore: (() => void) | undefined;
  isLoading: boolean;
};

/** The pages of a list, each beginning where the one before ended; another list begins at its first page again. */
function usePages(filter: ApprovalsFilter, enabled = true) {
  const name = JSON.stringify(filter);
  const [asked, setAsked] = useState({ name, cursors: [] as string[] });
  const cursors = asked.name === name ? asked.cursors : [];
  const pages = useQueries({
    queries: [undefined, ...cursors].map((cursor) => ({
      ...approvalsQuery(cursor === undefined ? filter : { ...filter, cursor }),
      enabled,
      ...(cursor === undefined && { placeholderData: keepPreviousData<Page<ApprovalView>> }),
    })),
  });
  const items = new Map(pages.flatMap(({ data }) => data?.items ?? []).map((gate) => [gate.id, gate]));
  const next = pages.at(-1)?.data?.nextCursor ?? undefined;
  return {
    items: [...items.values()],
    loadMore: next === undefined ? undefined : () => setAsked({ name, cursors: [...cursors, next] }),
    isLoading: cursors.length > 0 && pages.at(-1)?.isPending === true,
    isThere: pages[0]?.data !== undefined,
    /** They are still those of the filter before. */
    isOutdated: pages[0]?.isPlaceholderData === true,
  };
}

/** What is asked of the server for a filter of the page. */
const askedOf = ({ kind, text = "" }: GateFilter): Pick<ApprovalsFilter, "kind" | "text"> => ({
  ...(kind !== undefined && { kind }),
  ...(text.trim() !== "" && { text: text.trim() }),
});

type Asked = GateFilter & { mine: boolean };

/**
 * Open gates, oldest first. Those that close while one looks stay where they are and say what became of them. Where there
 * are more than the shell keeps at hand, the server looks for what is asked, page by page; `isAll` says that there are not,
 * `atHand` are the oldest of all, and `isThere` says that what is asked has been found.
 */
export function useInboxGates(
  { mine, ...filter }: Asked,
  onClosed: (gate: ApprovalView) => void,
): PagedGates & { isAll: boolean; atHand: ApprovalView[]; isThere: boolean } {
  const live = useOpenGates();
  const isAll = live.nextCursor === null;
  const search = { ...LIVE_GATES, ...askedOf(filter), ...(mine && { assigned: "me" as const }) };
  const wanted = useDeferredValue(JSON.stringify(isAll ? LIVE_GATES : search));
  const { items, isOutdated, ...pages } = usePages(JSON.parse(wanted) as ApprovalsFilter);
  const open = isAll ? live.items : items;
  const [kept, setKept] = useState({ wanted, rows: open });
  const seen = kept.wanted === wanted ? kept.rows : open;
  const openIds = new Set(open.map((gate) => gate.id));
  const closedIds = seen.filter((gate) => !openIds.has(gate.id)).map((gate) => gate.id);
  const answers = useQueries({ queries: closedIds.map(gateQuery) });
  const closed = new Map(
    answers.flatMap(({ data }) => (data && data.status !== "open" ? [[data.id, data] as const] : [])),
  );
  const rows = stableRows(seen, open, closed);
  if (!isOutdated && (kept.wanted !== wanted || rows.length > kept.rows.length)) setKept({ wanted, rows });
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    for (const gate of closed.values()) {
      if (notifiedIds.current.has(gate.id)) continue;
      notifiedIds.current.add(gate.id);
      onClosed(gate);
    }
  });
  return { ...pages, items: rows, isAll, atHand: live.items, isThere: isAll || pages.isThere };
}

/** Gates that take no more answers, newest first. Asked for when they are shown, and again when one closes. */
export function useClosedGates(filter: GateFilter, wanted: boolean): PagedGates | undefined {
  const name = useDeferredValue(JSON.stringify({ ...LATEST_CLOSED, ...askedOf(filter) }));
  const {
    isThere,
    isOutdated: _isOutdated,
    ...pages
  } = usePages(JSON.parse(name) as ApprovalsFilter, wanted);
  return isThere ? pages : undefined;
}
