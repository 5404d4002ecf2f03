"use client";

import { useNow } from "@/lib/client/use-now";
import { formatTimeAgo } from "@/lib/core/describe/amounts";

/**
 * A moment as "4 min ago", with the exact time on hover. Until the page runs in the browser its day stands there,
 * which is about as wide: a longer text would break lines that close again.
 */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow(true);
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={now === undefined ? iso : new Date(at).toLocaleString()}>
      {now === undefined ? iso.slice(0, 10) : formatTimeAgo(at, now)}
    </time>
  );
}
