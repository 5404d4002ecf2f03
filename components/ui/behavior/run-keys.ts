"use client";

import { isInOverlay, isTyping } from "./is-typing";
import { type ActOf, actOf, type Pressed, RUN_KEYS } from "./shortcuts";
import { useKeyDown } from "./use-key-down";

type RunAct = ActOf<typeof RUN_KEYS>;

/** What a key asks of the page; undefined while somebody types, and in dialogs and menus, whose keys are their own. */
export function runActOf(
  event: Pressed & Pick<KeyboardEvent, "defaultPrevented" | "target">,
): RunAct | undefined {
  if (event.defaultPrevented) return;
  const act = actOf(RUN_KEYS, event);
  return act && !isTyping(event.target) && !isInOverlay(event.target) ? act : undefined;
}

/** Acts on keys of the run's page. What gives `false` leaves the key to others. */
export function useRunKeys(acts: Partial<Record<RunAct, (event: KeyboardEvent) => unknown>>): void {
  useKeyDown((event) => {
    const act = runActOf(event);
    const perform = act && acts[act];
    if (perform && perform(event) !== false) event.preventDefault();
  });
}
