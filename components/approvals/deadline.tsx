"use client";

import { durationText } from "@/lib/client/format";
import { useNow } from "@/lib/client/use-now";
import { verbWord } from "./words";

type DeadlineProps = { at: number | undefined; onTimeout?: string | undefined };

/** How long there is to answer, counted down, and what happens after it where that is known. */
export function Deadline({ at, onTimeout }: DeadlineProps) {
  const now = useNow(at !== undefined);
  if (at === undefined || now === undefined) return null;
  const then = onTimeout === undefined ? "" : `, then: ${verbWord(onTimeout).toLowerCase()}`;
  if (at <= now) return <span>The time to answer is over{then}</span>;
  return (
    <span className={at - now < 60_000 ? "font-medium text-bad" : ""}>
      <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
        {durationText(at - now)} left
      </time>
      {then}
    </span>
  );
}
