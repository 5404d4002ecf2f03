"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isInOverlay, isTyping } from "../../ui/behavior/is-typing";
import { actOf, FORM_KEYS } from "../../ui/behavior/shortcuts";

const OPEN_DECISION = "[data-gate][data-open=true], [data-held]";

type DecisionKeys = {
  /** What a letter does now; undefined for one that does nothing. */
  onLetter(key: string): (() => void) | undefined;
  submit?: (() => void) | undefined;
  /** Leaves the open editor; undefined where none is open. */
  back?: (() => void) | undefined;
};

/**
 * The keys of an open decision: letters while the focus is in the pane and nothing is typed, Ctrl/Cmd-Enter to submit.
 * Letters count from anywhere on a page that shows this one open decision alone; one that is held down counts once.
 */
export function useDecisionKeys(pane: RefObject<HTMLElement | null>, keys: DecisionKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    // In a drawer the whole drawer is the pane: its close button has the focus at first.
    const element = pane.current?.closest<HTMLElement>("[role=dialog]") ?? pane.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      const { onLetter, submit, back } = latest.current;
      if (event.defaultPrevented) return;
      const act = actOf(FORM_KEYS, event);
      if (act === "submit" && submit) {
        event.preventDefault();
        return submit();
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (act === "close" && back) {
        event.stopPropagation();
        return back();
      }
      const choose = event.repeat || isTyping(event.target) ? undefined : onLetter(event.key);
      if (choose === undefined) return;
      event.preventDefault();
      choose();
    };
    const onPageKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (key.length > 1 || !(target instanceof Element) || element.contains(target)) return;
      if (isInOverlay(target) || document.querySelectorAll(OPEN_DECISION).length !== 1) return;
      if (element.matches(OPEN_DECISION)) onKey(event);
    };
    element.addEventListener("keydown", onKey);
    document.addEventListener("keydown", onPageKey);
    return () => {
      element.removeEventListener("keydown", onKey);
      document.removeEventListener("keydown", onPageKey);
    };
  }, [pane]);
}
