"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { showNotice, wantsGateNotices } from "@/lib/client/gate-notices";
import { approvalsQuery } from "@/lib/client/query";
import { useWorkspace } from "@/lib/client/use-workspace";
import { type ConsoleEvent, eventOfEnd } from "@/lib/core/notifications";
import type { Asked } from "@/lib/core/people";
import { isAssigned } from "@/lib/core/run/gates/rules";
import type { RunChange } from "@/lib/core/stream";
import { gateHref } from "../approvals/address";
import { useToast } from "../ui/overlay/toast";
import { MY_GATES } from "./live-filters";
import { countText, useMyGates } from "./live-lists";
import { useViewer } from "./rights";
import { useTellZone } from "./use-tell-zone";

/**
 * Keeps every list of the console up to date from the server's reading on, and tells of what the one who looks has
 * chosen (`notices`) where it happens while they look elsewhere.
 */
export function LiveShell({ notices }: { notices: readonly ConsoleEvent[] }) {
  const pathname = usePathname();
  useTellZone();
  const toast = useToast();
  const gates = useMyGates();
  const viewer = useViewer();
  const readAt = useQueryClient().getQueryState(approvalsQuery(MY_GATES).queryKey)?.dataUpdatedAt ?? 0;
  const notifiedGateIds = useRef(new Set(gates.items.map((gate) => gate.id)));
  const notifiedRunIds = useRef(new Set<string>());
  const showsElsewhere = () => document.hidden && wantsGateNotices();
  useWorkspace(readAt, (changes) => {
    for (const { runId, title: text, openGates } of newlyWaiting(changes, viewer, notifiedGateIds.current)) {
      if (!notices.includes("gate.opened")) continue;
      const title = "A run is waiting for you";
      if (showsElsewhere())
        for (const { id } of openGates) showNotice({ id, title, text, href: gateHref(id) });
      if (pathname === `/runs/${runId}` || pathname === "/" || pathname === "/inbox") continue;
      toast({ title, text, tone: "person", icon: "◈", href: `/runs/${runId}` });
    }
    for (const { runId, title: text, event } of newlyEnded(changes, notifiedRunIds.current)) {
      if (!notices.includes(event)) continue;
      const { title, ...look } = ENDINGS[event];
      const href = `/runs/${runId}`;
      if (showsElsewhere()) showNotice({ id: runId, title, text, href });
      if (pathname !== href) toast({ title, text, ...look, href });
    }
  });
  return <GateCountBadge count={gates.items.length} text={countText(gates)} />;
}

/**
 * The runs among the changes that opened a gate for the one who looks, and that nobody has heard of, with those gates
 * alone; notes them as heard of.
 */
export function newlyWaiting(
  changes: readonly RunChange[],
  viewer: Asked,
  notifiedGateIds: Set<string>,
): RunChange[] {
  return changes.flatMap((change) => {
    const fresh = change.openGates.filter(
      ({ id, assignees }) => !notifiedGateIds.has(id) && isAssigned(assignees, viewer),
    );
    for (const gate of fresh) notifiedGateIds.add(gate.id);
    return fresh.length > 0 ? [{ ...change, openGates: fresh }] : [];
  });
}

const ENDINGS = {
  "run.completed": { title: "A run completed", tone: "ok", icon: "✓" },
  "run.failed": { title: "A run failed", tone: "bad", icon: "✕" },
} as const;

/** The runs among the changes that ended without a person ending them, and that nobody has heard of; notes them as heard of. */
export function newlyEnded(changes: readonly RunChange[], notifiedRunIds: Set<string>) {
  return changes.flatMap(({ runId, title, finishReason }) => {
    const event = finishReason === null ? undefined : eventOfEnd(finishReason);
    if (event === undefined || notifiedRunIds.has(runId)) return [];
    notifiedRunIds.add(runId);
    return [{ runId, title, event }];
  });
}

/** The count of open gates on the browser's tab: before the title, and on the icon. */
function GateCountBadge({ count, text }: { count: number; text: string }) {
  useEffect(() => {
    const updateTitle = () => {
      const wanted = titleWithCount(document.title, text);
      if (document.title !== wanted) document.title = wanted;
    };
    updateTitle();
    // Every page that comes brings a title of its own.
    const observer = new MutationObserver(updateTitle);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [text]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon || count === 0) return;
    const plain = icon.href;
    icon.href = iconWithCount(count);
    return () => {
      icon.href = plain;
    };
  }, [count]);
  return null;
}

/** `(2) Runs · Waymark`; without gates the title alone. */
export function titleWithCount(title: string, count: string): string {
  const bare = title.replace(/^\(\d+\+?\) /, "");
  return count === "0" ? bare : `(${count}) ${bare}`;
}

/** The console's icon with the count of open gates, as an address. */
export function iconWithCount(count: number): string {
  const text = count > 9 ? "9+" : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18"><rect width="18" height="18" rx="4" fill="#11151d"/><path d="M3 14V5l4 4 4-4" fill="none" stroke="#e6eaf2" stroke-width="1.8" stroke-linejoin="round"/><circle cx="12" cy="12" r="5.5" fill="#a98bff"/><text x="12" y="14.5" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="7" fill="#14102a">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
