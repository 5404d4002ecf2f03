"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { type Mutation, type MutationOptions, useAct } from "@/lib/client/mutation";

/** An act on what the server rendered: what it changed is on the page before it ends, so that no form closes sooner. */
export function usePageAct<Input, Reply>(options: MutationOptions<Input, Reply>): Mutation<Input, Reply> {
  return useAct({ ...options, reload: usePageReload() });
}

/** Has the server render the page again; resolves once that is shown, or the place that asked for it is gone. */
function usePageReload(): () => Promise<void> {
  const router = useRouter();
  const [isReading, read] = useTransition();
  /** Who waits for the page, as long as the place is there. */
  const waiting = useRef<(() => void)[]>(undefined);
  useEffect(() => {
    waiting.current = [];
    return () => {
      resolveAll(waiting.current);
      waiting.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (!isReading) resolveAll(waiting.current);
  }, [isReading]);
  return () =>
    new Promise((resolve) => {
      read(() => router.refresh());
      if (waiting.current) waiting.current.push(resolve);
      else resolve();
    });
}

function resolveAll(waiting: (() => void)[] = []): void {
  for (const resolve of waiting.splice(0)) resolve();
}
