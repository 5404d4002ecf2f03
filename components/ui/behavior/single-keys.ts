"use client";

import { useSyncExternalStore } from "react";
import { keepChoice, readChoice } from "@/lib/client/kept-choice";
import { isTyping } from "./is-typing";

const STORED_AS = "waymark-single-keys";
/** Where one goes to an entry by its first letter. */
const OWN_LETTERS = "[role=menu], [role=listbox], [role=tree]";

const watchers = new Set<() => void>();
/** Unknown until it is read. Where the browser keeps nothing, a choice lasts as long as the page. */
let chosen: boolean | undefined;

/** Whether a letter, a digit or a sign alone acts: who speaks to the page, or trembles, presses them by mistake. */
export function areSingleKeysOn(): boolean {
  chosen ??= readChoice(STORED_AS) !== "off";
  return chosen;
}

/** Turns them on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  chosen = on;
  keepChoice(STORED_AS, on ? null : "off");
  for (const watcher of watchers) watcher();
}

/** The same, followed; on until the page is hydrated. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    areSingleKeysOn,
    () => true,
  );
}

/**
 * Before anything else hears a key: one that a person has turned off reaches no shortcut (WCAG 2.2, 2.1.4). Typing, Space,
 * and keys with Ctrl or ⌘ are as ever.
 */
export function stopSingleKey(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey || areSingleKeysOn()) return;
  if (isTyping(target) || (target instanceof Element && target.closest(OWN_LETTERS))) return;
  event.stopImmediatePropagation();
}
