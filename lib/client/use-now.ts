"use client";

import { createContext, use, useEffect, useState } from "react";

/** The time at which the clocks below it stand still: that of a past moment which a page shows. */
export const StoppedClock = createContext<number | undefined>(undefined);

/** The time in milliseconds, renewed every second while `ticking`; undefined until the page runs in the browser. */
export function useNow(ticking: boolean): number | undefined {
  const stopped = use(StoppedClock);
  const wall = useWallTime(ticking && stopped === undefined);
  return stopped ?? wall;
}

/** The same, also where a past moment is shown. */
export function useWallTime(ticking: boolean): number | undefined {
  const [now, setNow] = useState<number | undefined>(undefined);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
