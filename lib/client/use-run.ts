"use client";

import { useEffect, useRef, useState } from "react";
import type { RunEvent } from "@/lib/core/run/events";
import "./no-eval";
import { type Connection, followStream } from "./event-stream";
import { foldEvents, type LiveRun } from "./fold-events";

const CAUGHT_UP_SHOWN_MS = 5_000;

/** `caughtUp` counts the events that an interruption had held back, for a moment after it is over. */
export type Watched = LiveRun & { connection: Connection; caughtUp: number };

/**
 * A run kept up to date in the browser: the server's snapshot with the streamed events folded on top by the engine's
 * own reducer. Reconnects by itself, and lets go of the connection while the page is hidden.
 */
export function useRun(snapshot: LiveRun): Watched {
  const [run, setRun] = useState(snapshot);
  const [connection, setConnection] = useState<Connection>("connecting");
  const [caughtUp, setCaughtUp] = useState(0);
  const latest = useRef(snapshot);
  const lostAt = useRef<number | undefined>(undefined);
  const { runId } = run.state;
  const ended = run.state.phase === "ended";

  useEffect(() => {
    if (ended) return;
    const tellCaughtUp = (seq: number) => {
      if (lostAt.current === undefined) return;
      setCaughtUp(seq - lostAt.current);
      lostAt.current = undefined;
    };
    const onEvents = (events: RunEvent[]) => {
      const folded = foldEvents(latest.current, events);
      if (folded.gap) return stream.open();
      latest.current = folded.run;
      setRun(folded.run);
      tellCaughtUp(folded.run.state.seq);
    };
    const onConnection = (next: Connection) => {
      if (next === "reconnecting") lostAt.current ??= latest.current.state.seq;
      setConnection(next);
    };
    const stream = followStream(runId, () => latest.current.state.seq, { onEvents, onConnection });
    const onVisibility = () => (document.hidden ? stream.close() : stream.open());
    onVisibility();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      stream.close();
    };
  }, [runId, ended]);

  useEffect(() => {
    if (caughtUp === 0) return;
    const timer = setTimeout(() => setCaughtUp(0), CAUGHT_UP_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [caughtUp]);

  return { ...run, connection: ended ? "ended" : connection, caughtUp };
}
