"use client";

import { ArrowDown } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { formatDuration } from "@/lib/core/describe/amounts";
import type { NameLookup } from "@/lib/core/describe/events";
import type { RunEvent } from "@/lib/core/run/events";
import { TONE_TEXT } from "../status";
import { useMedia } from "../ui/behavior/use-media";
import { visibleRows } from "../ui/behavior/visible-rows";
import { Button } from "../ui/button";
import { LiveButton } from "../ui/live";
import { type EventLine, eventLine } from "./event-line";

/** True when a scrolled box shows its end, give or take a row. */
export const isAtEnd = (top: number, height: number, total: number, rowHeight: number): boolean =>
  top + height >= total - rowHeight;

type LogRowProps = {
  line: EventLine;
  sinceStartMs: number;
  position: number;
  count: number;
  onOpen(seq: number): void;
};

/** The heights of rows in their classes. */
const ROW_PX = 34;
const NARROW_ROW_PX = 58;
/** What the server draws. */
const FIRST_PX = 640;
/** How far a list is scrolled that shows its end, whatever the height of its rows. */
const AT_END = Number.POSITIVE_INFINITY;

type LogView = { top: number; height: number };

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
  const narrow = useMedia("(max-width: 639.98px)");
  const rowPx = narrow ? NARROW_ROW_PX : ROW_PX;
  /** Undefined until the browser has measured the box: the policy of the page refuses styles that the server writes. */
  const [view, setView] = useState<LogView>();
  const [following, setFollowing] = useState(live);
  /** Events that the person has seen the end of. */
  const [seenCount, setSeenCount] = useState(events.length);
  const count = events.length;
  const { top, height } = view ?? { top: live ? AT_END : 0, height: FIRST_PX };
  const rows = visibleRows(count, rowPx, Math.max(0, Math.min(top, count * rowPx - height)), height);
  const newCount = following ? 0 : Math.max(0, count - seenCount);

  const isFollowing = useRef(following);
  isFollowing.current = following;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setView({ top: isFollowing.current ? AT_END : element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isMeasured = view !== undefined;
  useLayoutEffect(() => {
    if (following && isMeasured) box.current?.scrollTo({ top: count * rowPx });
  }, [following, isMeasured, count, rowPx]);

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
        className={`h-[clamp(20rem,calc(100dvh-20rem),75rem)] overflow-y-auto overscroll-contain ${live && !view ? "flex flex-col-reverse" : ""}`}
      >
        {/* Of rows that the server drew the last are in sight; where they do not fill the box, it is empty below them. */}
        {live && !view && <div className="grow" />}
        <div className="relative" style={view && { height: rows.total }}>
          <ol
            aria-label="Events, oldest first"
            className={view && "absolute inset-x-0"}
            style={view && { transform: `translateY(${rows.offset}px)` }}
          >
            {events.slice(rows.first, rows.last).map((event, index) => (
              <LogRow
                key={event.seq}
                line={eventLine(event, names)}
                sinceStartMs={event.at - startedAt}
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

/** One event: when, about what, in words. It opens its JSON. */
function LogRow({ line, sinceStartMs, position, count, onOpen }: LogRowProps) {
  const { seq, at, word, text, tone } = line;
  return (
    <li
      aria-posinset={position}
      aria-setsize={count}
      className="h-[34px] border-line border-b max-sm:h-[58px]"
    >
      <LiveButton
        data-event={seq}
        onClick={() => onOpen(seq)}
        className="grid h-full w-full grid-cols-[4.5rem_minmax(0,1fr)] content-center gap-x-3 px-4 text-left text-xs -outline-offset-2 hover:bg-ground sm:grid-cols-[4rem_5.5rem_4.5rem_minmax(0,1fr)]"
      >
        <span className="text-muted max-sm:hidden">#{seq}</span>
        <time
          dateTime={new Date(at).toISOString()}
          title={new Date(at).toLocaleString()}
          className="whitespace-nowrap text-muted"
        >
          +{formatDuration(sinceStartMs)}
        </time>
        <span className={`truncate font-medium ${TONE_TEXT[tone]}`}>{word}</span>
        <span className="truncate max-sm:col-span-2">{text}</span>
      </LiveButton>
    </li>
  );
}
