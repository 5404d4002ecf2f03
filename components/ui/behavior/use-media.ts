"use client";

import { createContext, use, useSyncExternalStore } from "react";

/** What media queries come to where something is drawn as on another screen; undefined for the one it is on. */
export const DrawnMedia = createContext<((query: string) => boolean) | undefined>(undefined);

/** Whether a media query holds; false until the page runs in the browser. */
export function useMedia(query: string): boolean {
  const subscribe = (onChange: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  };
  const holds = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
  return use(DrawnMedia)?.(query) ?? holds;
}
