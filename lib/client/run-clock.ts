"use client";

import { createContext, use } from "react";
import { useNow } from "./use-now";

/** The time at which the clocks of a run stand still: that of a past moment which its page shows. */
export const StoppedClock = createContext<number | undefined>(undefined);

/** `useNow` of what a run's page says of the run: at a past moment, the time of that moment. */
export function useRunClock(ticking: boolean): number | undefined {
  const stopped = use(StoppedClock);
  const now = useNow(ticking && stopped === undefined);
  return stopped ?? now;
}
