"use client";

import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { fetchJson } from "@/lib/client/fetch-json";
import { approvalsQuery } from "@/lib/client/query";
import type { ApprovalView } from "@/lib/core/views";
import { useOpenGates } from "../../shell/live-lists";
import { stableRows } from "./filters";

const LATEST_CLOSED = { status: "closed", limit: 100 } as const;

const gateQuery = (id: string) =>
  queryOptions({
    queryKey: ["gate", id] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchJson<ApprovalView>(`/api/v1/approvals/${encodeURIComponent(id)}`, signal),
  });

/** Open gates, oldest first. Those that close while one looks stay where they are and say what became of them. */
export function useInboxGates(onClosed: (gate: ApprovalView) => void): ApprovalView[] {
  const open = useOpenGates().items;
  const [seen, setSeen] = useState(open);
  const openIds = new Set(open.map((gate) => gate.id));
  const closedIds = seen.filter((gate) => !openIds.has(gate.id)).map((gate) => gate.id);
  const answers = useQueries({ queries: closedIds.map(gateQuery) });
  const closed = new Map(
    answers.flatMap(({ data }) => (data && data.status !== "open" ? [[data.id, data] as const] : [])),
  );
  const rows = stableRows(seen, open, closed);
  if (rows.length > seen.length) setSeen(rows);
  const notifiedIds = useRef(new Set<string>());
  useEffect(() => {
    for (const gate of closed.values()) {
      if (notifiedIds.current.has(gate.id)) continue;
      notifiedIds.current.add(gate.id);
      onClosed(gate);
    }
  });
  return rows;
}

/** Gates that take no more answers, newest first. Asked for when they are shown, and again when one closes. */
export function useClosedGates(wanted: boolean): ApprovalView[] | undefined {
  return useQuery({ ...approvalsQuery(LATEST_CLOSED), enabled: wanted }).data?.items;
}
