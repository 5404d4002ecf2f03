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
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const resolveAll = () => {
      for (const resolve of waiting.current.splice(0)) resolve();
    };
    if (!isReading) resolveAll();
    return isReading ? resolveAll : undefined;
  }, [isReading]);
  return () =>
    new Promise((resolve) => {
      waiting.current.push(resolve);
      read(() => router.refresh());
    });
}
