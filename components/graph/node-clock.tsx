"use client";

import { useRunClock } from "@/lib/client/run-clock";
import { formatDuration } from "@/lib/core/describe/amounts";
import type { TaskFacts } from "./facts";
import { timeText } from "./labels";

/** How long a task took, or has left; ticks by itself while the task runs, so that the node need not. */
export function NodeClock({ facts }: { facts: TaskFacts }) {
  const { heldUntil, claimedBy, deadlineAt, status } = facts;
  if (claimedBy !== undefined) return <>{claimedBy} decides</>;
  if (heldUntil !== undefined) return <Countdown until={heldUntil} before="in" />;
  if (status === "waiting")
    return deadlineAt === undefined ? null : <Countdown until={deadlineAt} after="left" />;
  if (status === "running") return <Ticking facts={facts} />;
  return <>{timeText(facts)}</>;
}

function Ticking({ facts }: { facts: TaskFacts }) {
  const now = useRunClock(true);
  return <>{timeText(facts, now)}</>;
}

function Countdown({ until, before = "", after = "" }: { until: number; before?: string; after?: string }) {
  const now = useRunClock(true);
  if (now === undefined) return null;
  return <>{[before, leftText(until - now), after].filter(Boolean).join(" ")}</>;
}

/** A rest of time; seconds count only in the last minute. */
function leftText(ms: number): string {
  return ms < 60_000 || ms >= 3_600_000 ? formatDuration(ms) : `${Math.ceil(ms / 60_000)} m`;
}
