"use client";

import type { ComponentProps } from "react";
import { useIsHydrated } from "@/lib/client/use-is-hydrated";

/**
 * The browser's own controls, off while they are only what the server drew: nothing that is done to them is lost. All others
 * of the console are made of these.
 */
export function LiveButton({ type = "button", disabled, ...rest }: ComponentProps<"button">) {
  return <button type={type} disabled={!useIsHydrated() || disabled} {...rest} />;
}

export function LiveInput({ disabled, ...rest }: ComponentProps<"input">) {
  return <input disabled={!useIsHydrated() || disabled} {...rest} />;
}

export function LiveTextArea({ disabled, ...rest }: ComponentProps<"textarea">) {
  return <textarea disabled={!useIsHydrated() || disabled} {...rest} />;
}

export function LiveSelect({ disabled, ...rest }: ComponentProps<"select">) {
  return <select disabled={!useIsHydrated() || disabled} {...rest} />;
}
