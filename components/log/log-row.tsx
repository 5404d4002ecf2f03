import { formatDuration } from "@/lib/client/format";
import { TONE_TEXT } from "../status";
import type { EventLine } from "./event-line";

type LogRowProps = {
  line: EventLine;
  sinceStartMs: number;
  height: number;
  position: number;
  count: number;
  onOpen(seq: number): void;
};

/** One event: when, about what, in words. It opens its JSON. */
export function LogRow({ line, sinceStartMs, height, position, count, onOpen }: LogRowProps) {
  const { seq, at, word, text, tone } = line;
  return (
    <li aria-posinset={position} aria-setsize={count} style={{ height }} className="border-line border-b">
      <button
        type="button"
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
      </button>
    </li>
  );
}
