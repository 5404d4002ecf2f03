"use client";

import { ArrowDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import type { NameLookup } from "@/lib/core/tell/event-words";
import { useMedia } from "../graph/use-media";
import { Button } from "../ui/button";
import { eventLine } from "./event-line";
import { LogRow } from "./log-row";
import { isAtEnd, visibleRows } from "./window";

const ROW_PX = 34;
const NARROW_ROW_PX = 58;

type LogRowsProps = {
  events: readonly RunEvent[];
  names: NameLookup;
  startedAt: number;
  /** Starts at the end and stays there while events come. */
  live: boolean;
  onOpen(seq: number): void;
};

/** Events as rows of one height, of which only those in view are in the document. */
export function LogRows({ events, names, startedAt, live, onOpen }: LogRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const narrow = useMedia("(max-width: 640px)");
  const rowPx = narrow ? NARROW_ROW_PX : ROW_PX;
  const [view, setView] = useState({ top: 0, height: 640 });
  const [following, setFollowing] = useState(live);
  /** Events that the person has seen the end of. */
  const [seenCount, setSeenCount] = useState(events.length);
  const count = events.length;
  const rows = visibleRows(count, rowPx, view.top, view.height);
  const newCount = following ? 0 : Math.max(0, count - seenCount);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (following) box.current?.scrollTo({ top: count * rowPx });
  }, [following, count, rowPx]);

  const onScroll = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const atEnd = isAtEnd(scrollTop, clientHeight, count * rowPx, rowPx);
    setView({ top: scrollTop, height: clientHeight });
    setFollowing(live && atEnd);
    if (atEnd || following) setSeenCount(count);
  };
  return (
    <div className="relative">
      <div
        ref={box}
        onScroll={onScroll}
        data-log
        data-following={following}
        className="h-[clamp(20rem,calc(100dvh-20rem),75rem)] overflow-y-auto overscroll-contain"
      >
        <div className="relative" style={{ height: rows.total }}>
          <ol
            aria-label="Events, oldest first"
            className="absolute inset-x-0"
            style={{ transform: `translateY(${rows.offset}px)` }}
          >
            {events.slice(rows.first, rows.last).map((event, index) => (
              <LogRow
                key={event.seq}
                line={eventLine(event, names)}
                sinceStartMs={event.at - startedAt}
                height={rowPx}
                position={rows.first + index + 1}
                count={count}
                onOpen={onOpen}
              />
            ))}
          </ol>
        </div>
      </div>
      {live && !following && (
        <Button
          size="small"
          variant="main"
          className="absolute right-4 bottom-3 shadow-float"
          onClick={() => setFollowing(true)}
        >
          <ArrowDown aria-hidden="true" className="size-3.5" />
          {newCount > 0 ? `${newCount} new` : "Follow"}
        </Button>
      )}
    </div>
  );
}
