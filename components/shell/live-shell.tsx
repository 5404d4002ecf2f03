"use client";

import { usePathname } from "next/navigation";
import { useRef } from "react";
import { useWorkspace } from "@/lib/client/use-workspace";
import type { RunChange } from "@/lib/core/stream";
import { useToast } from "../ui/toast";
import { GateCountBadge } from "./gate-mark";
import { useOpenGates } from "./live-lists";
import type { ShellFacts } from "./types";

/** Keeps every list of the console up to date, and says when a run begins to wait while one looks elsewhere. */
export function LiveShell({ gates }: Pick<ShellFacts, "gates">) {
  const pathname = usePathname();
  const toast = useToast();
  const open = useOpenGates(gates);
  const notifiedGateIds = useRef(new Set(gates.items.map((gate) => gate.id)));
  useWorkspace((changes) => {
    for (const { runId, title } of newlyWaiting(changes, notifiedGateIds.current)) {
      if (pathname === `/runs/${runId}` || pathname === "/" || pathname === "/inbox") continue;
      toast({ title: "A run waits for you", text: title, tone: "person", icon: "◈", href: `/runs/${runId}` });
    }
  });
  return <GateCountBadge count={open.items.length} />;
}

/** The runs among the changes that opened a gate nobody was told of; notes their gates as told. */
export function newlyWaiting(changes: readonly RunChange[], notifiedGateIds: Set<string>): RunChange[] {
  return changes.filter((change) => {
    const fresh = change.openGates.filter((gate) => !notifiedGateIds.has(gate.id));
    for (const gate of fresh) notifiedGateIds.add(gate.id);
    return fresh.length > 0;
  });
}
