"use client";

import { createContext, use, useEffect, useState } from "react";

/** The time at which something is drawn that is only to be looked at; undefined for now. */
export const DrawnAt = createContext<number | undefined>(undefined);

/** The time in milliseconds, renewed every second while `ticking`; undefined until the page runs in the browser. */
export function useNow(ticking: boolean): number | undefined {
  const [now, setNow] = useState<number | undefined>(undefined);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return use(DrawnAt) ?? now;
}
