"use client";

import { useEffect, useState } from "react";
import { useConnection } from "@/lib/client/use-connection";
import { formatCounted } from "@/lib/core/describe/amounts";
import { Button } from "../ui/button";

const SHOWN_MS = 6_000;
const STORE_CHECK_MS = 10_000;
/** While it takes no writes: a server that has just started is ready soon, and its banner hides all others. */
const STORE_RECHECK_MS = 1_000;

/**
 * Says when what one sees may be old, and what was caught up with afterwards; over the page, so that nothing moves, and on
 * a phone over the name in the header, where no control of the page is.
 */
export function ConnectionBanner() {
  const { connection, caughtUp } = useConnection();
  const storeIsReady = useStoreReadiness();
  const shown = useTemporarily(caughtUp, storeIsReady && connection === "live");
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-2 z-50 flex justify-center px-4 max-md:top-1 max-md:right-32 max-md:left-1 max-md:px-0"
    >
      <ConnectionNote connection={connection} caughtUp={shown} storeIsReady={storeIsReady} />
    </div>
  );
}

type ConnectionNoteProps = { connection: string; caughtUp: number; storeIsReady?: boolean };

/** What the banner says; nothing while there is nothing to say. */
function ConnectionNote({ connection, caughtUp, storeIsReady = true }: ConnectionNoteProps) {
  const text = bannerText(connection, caughtUp, storeIsReady);
  if (text === undefined) return null;
  return (
    <div className="pointer-events-auto rounded-lg border border-line bg-panel px-3 py-1.5 shadow-lg max-md:flex max-md:min-h-10 max-md:w-full max-md:items-center max-md:px-2 max-md:py-0 max-md:text-xs">
      {text}
      {(connection === "outdated" || connection === "signed_out") && (
        <Button size="small" className="ml-3" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </div>
  );
}

/** The words of the banner; undefined while there is nothing to say. */
export function bannerText(connection: string, caughtUp: number, storeIsReady = true): string | undefined {
  if (connection === "outdated") return "Waymark was updated. Reload to continue.";
  if (connection === "signed_out") return "You are signed out. Sign in again to continue.";
  if (!storeIsReady)
    return "The database is unavailable: changes cannot be saved, and this page may be out of date.";
  if (connection === "reconnecting") return "Reconnecting… this page may be out of date.";
  if (caughtUp === 0) return undefined;
  return `Reconnected: caught up on ${formatCounted(caughtUp, "event", "events")}.`;
}

/** False while the server says that its store takes no writes, which a stream that only reads does not notice. */
function useStoreReadiness(): boolean {
  const [isReady, setIsReady] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    const look = () => {
      if (document.visibilityState !== "visible") return;
      fetch("/api/v1/health", { cache: "no-store", signal: stop.signal })
        .then(({ status }) => setIsReady(status !== 503))
        // Without a server the stream has something to say.
        .catch(() => {});
    };
    look();
    const timer = setInterval(look, isReady ? STORE_CHECK_MS : STORE_RECHECK_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [isReady]);
  return isReady;
}

/** The count for some seconds in which it can be seen. */
function useTemporarily(count: number, isInSight: boolean): number {
  const [shown, setShown] = useState(count);
  useEffect(() => setShown(count), [count]);
  useEffect(() => {
    if (count === 0 || !isInSight) return;
    const timer = setTimeout(() => setShown(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count, isInSight]);
  return shown;
}
