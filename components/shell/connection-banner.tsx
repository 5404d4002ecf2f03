"use client";

import { useEffect, useState } from "react";
import { useConnection } from "@/lib/client/use-connection";
import { Button } from "../ui/button";

const SHOWN_MS = 6_000;

/** Says when what one sees may be old, and what was caught up with afterwards. */
export function ConnectionBanner() {
  const { connection, caughtUp } = useConnection();
  const shown = useForAMoment(caughtUp);
  const text = bannerText(connection, shown);
  return (
    <div role="status" className={text ? "border-line border-b bg-panel px-4 py-1.5 md:px-6" : "sr-only"}>
      {text}
      {connection === "outdated" && (
        <Button size="small" className="ml-3" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </div>
  );
}

/** The words of the banner; undefined while there is nothing to say. */
export function bannerText(connection: string, caughtUp: number): string | undefined {
  if (connection === "outdated") return "Waymark was updated: load this page again to go on.";
  if (connection === "reconnecting") return "Reconnecting… what you see may be a little old.";
  if (caughtUp === 0) return undefined;
  return `Connected again: caught up ${caughtUp === 1 ? "1 event" : `${caughtUp} events`}.`;
}

function useForAMoment(count: number): number {
  const [shown, setShown] = useState(count);
  useEffect(() => {
    setShown(count);
    if (count === 0) return;
    const timer = setTimeout(() => setShown(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return shown;
}
