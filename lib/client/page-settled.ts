"use client";

import { useEffect, useState } from "react";

const LATEST_MS = 2_000;

let settled: Promise<void> | undefined;

/**
 * Resolves once the page has come in whole and has nothing left to do: its parts take over what the server rendered one
 * after the other, and news that arrive between them would be shown by one and unknown to the next.
 */
export function pageSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const whenIdle = () => {
      if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
      else setTimeout(resolve, 100);
    };
    if (document.readyState === "complete") whenIdle();
    else window.addEventListener("load", whenIdle, { once: true });
  });
  return settled;
}

function usePageSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void pageSettled().then(() => isMounted && setSettled(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isSettled;
}

/**
 * Options of a query that starts with what the server rendered: it counts as old, and is asked for again once the page
 * has settled.
 */
export function useServerRendered<T>(initialData: T) {
  return { initialData, initialDataUpdatedAt: 0, enabled: usePageSettled() };
}
