"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while a control is only what the server drew of it: a click on it would be lost. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
