import { useEffect, useRef, useState } from "react";

/** How often the page follows what moves on and on: the address takes no more changes than a few a second. */
const FOLLOW_MS = 100;

export type Followed = {
  /** The event that is looked at; undefined for now, which is the last. */
  at: number | undefined;
  lastSeq: number;
  onMove(seq: number | undefined): void;
};

/**
 * Where the page is to be, how to move it to an event, and by some. It follows a single move at once, and those that come
 * right after it a little later.
 */
export function useFollowedSeq({ at, lastSeq, onMove }: Followed) {
  const seq = at ?? lastSeq;
  const [moved, setMoved] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ seq, lastSeq, onMove, isBehind: false });
  useEffect(() => {
    Object.assign(latest.current, { onMove, lastSeq });
  }, [onMove, lastSeq]);
  useEffect(() => {
    if (latest.current.isBehind) return;
    // The page has followed, or was moved by something else.
    latest.current.seq = seq;
    setMoved(undefined);
  }, [seq]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = () => {
    latest.current.isBehind = false;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (latest.current.isBehind) follow();
    }, FOLLOW_MS);
    const { seq: next, lastSeq: last } = latest.current;
    latest.current.onMove(next >= last ? undefined : next);
  };
  const move = (to: number) => {
    latest.current.seq = to;
    setMoved(to);
    if (timer.current === undefined) follow();
    else latest.current.isBehind = true;
  };
  /** Gives the event that it leads to. */
  const step = (by: number): number => {
    const to = Math.min(latest.current.lastSeq, Math.max(1, latest.current.seq + by));
    move(to);
    return to;
  };
  return [moved ?? seq, move, step] as const;
}
