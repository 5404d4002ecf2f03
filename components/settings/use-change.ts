"use client";

import { type Send, SLOW } from "@/lib/client/mutation";
import { usePageAct } from "../ui/behavior/use-page-act";

/** One change at a time: whether it is under way, and what went wrong with the last one. */
export function useChange<Input extends object>(send: Send<Input, unknown>) {
  const { problem, pending, act } = usePageAct({ send, ...SLOW });
  /** `onDone` is called when it was done. */
  const change = async (input: Input, onDone?: () => void) => {
    if ((await act(input)) !== undefined) onDone?.();
  };
  return { problem, pending: pending !== undefined, change };
}
