"use client";

import { useEffect, useState } from "react";

/** The time in milliseconds, renewed every second while `ticking`; undefined until the page runs in the browser. */
export function useNow(ticking: boolean): number | undefined {
  const [now, setNow] = useState<number | undefined>(undefined);
  useEffect(() => {
    setNow(Date.now());
    if (!ticking) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
