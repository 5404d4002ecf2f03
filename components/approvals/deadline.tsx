"use client";

import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";

type DeadlineProps = { at: number | undefined /** What happens then, in words. */; then?: string };

/**
 * How long there is to answer, counted down, red in the last minute, and what happens then where that is known. Until the
 * page runs in the browser the day stands there, as with RelativeTime: a line that came later would move what is below.
 */
export function Deadline({ at, then: what = "" }: DeadlineProps) {
  const now = useNow(at !== undefined);
  if (at === undefined) return null;
  const then = what === "" ? "" : `, ${what}`;
  if (now !== undefined && at <= now) return <span>Deadline passed{then}</span>;
  const iso = new Date(at).toISOString();
  return (
    <span className={now !== undefined && at - now < 60_000 ? "font-medium text-bad" : ""}>
      <time dateTime={iso} title={now === undefined ? iso : new Date(at).toLocaleString()}>
        {now === undefined ? iso.slice(0, 10) : `${formatDuration(at - now)} left`}
      </time>
      {then}
    </span>
  );
}
