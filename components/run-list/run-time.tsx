"use client";

import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";

/** How long a run has taken, from its creation to its end or to this moment. */
export function RunTime({ run }: { run: { createdAt: number; finishedAt: number | null } }) {
  const now = useNow(run.finishedAt === null);
  const until = run.finishedAt ?? now;
  return <>{until === undefined ? "…" : formatDuration(Math.max(0, until - run.createdAt))}</>;
}
