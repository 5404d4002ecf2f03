"use client";

import { SLOW, useAct } from "@/lib/client/mutation";
import type { MutationResult } from "./models/types";

/** One change at a time: what it asks for, whether it is under way, and what went wrong with the last one. */
export function useChange() {
  const { problem, pending, act } = useAct({
    send: (ask: () => Promise<MutationResult>) => ask(),
    ...SLOW,
  });
  /** `onDone` is called when it was done. */
  const change = async (ask: () => Promise<MutationResult>, onDone: () => void) => {
    const reply = await act(ask);
    if (reply && !reply.problem) onDone();
  };
  return { problem, pending: pending !== undefined, change };
}
