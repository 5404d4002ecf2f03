"use client";

import { useSyncExternalStore } from "react";

/** Whether a media query holds; false until the page runs in the browser. */
export function useMedia(query: string): boolean {
  const subscribe = (tell: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", tell);
    return () => media.removeEventListener("change", tell);
  };
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
