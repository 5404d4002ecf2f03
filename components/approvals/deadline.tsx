"use client";

import { useNow } from "@/lib/client/use-now";
import { formatDuration } from "@/lib/core/describe/amounts";

type DeadlineProps = { at: number | undefined /** What happens then, in words. */; then?: string };
type TimeLeftProps = { at: number; then?: string; now: number };

/** How long there is to answer, counted down, and what happens after it where that is known. */
export function Deadline({ at, ...props }: DeadlineProps) {
  const now = useNow(at !== undefined);
  return at === undefined || now === undefined ? null : <TimeLeft {...props} {...{ at, now }} />;
}

/** A deadline as it stands at one moment; red in its last minute. */
export function TimeLeft({ at, then: what = "", now }: TimeLeftProps) {
  const then = what === "" ? "" : `, ${what}`;
  if (at <= now) return <span>Deadline passed{then}</span>;
  return (
    <span className={at - now < 60_000 ? "font-medium text-bad" : ""}>
      <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
        {formatDuration(at - now)} left
      </time>
      {then}
    </span>
  );
}
