"use client";

import { createContext, use, useSyncExternalStore } from "react";

const never = () => () => {};

/** Says of what is drawn by the server and never sent as a page that it stands as in the browser. */
export const DrawnAsHydrated = createContext(false);

/** False while a control is only what the server drew of it: a click on it would be lost. */
export function useIsHydrated(): boolean {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return use(DrawnAsHydrated) || isHydrated;
}
