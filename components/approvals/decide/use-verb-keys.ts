"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { isInOverlay, isTyping } from "../../ui/behavior/is-typing";
import { actOf, FORM_KEYS } from "../../ui/behavior/shortcuts";
import { verbOfKey } from "./steps";

const OPEN_GATE = "[data-gate][data-open=true]";

type VerbKeys = {
  verbs: readonly GateVerb[];
  open: GateVerb | undefined;
  /** False while a second step is asked for: no letter takes it. */
  letters: boolean;
  choose(verb: GateVerb): void;
  back(): void;
};

/**
 * The keys of the table of gates choose a verb while the focus is in the pane and nothing is typed; Ctrl/Cmd-Enter submits.
 * Letters choose it from anywhere on a page that shows this one open gate alone.
 */
export function useVerbKeys(pane: RefObject<HTMLElement | null>, keys: VerbKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    // In a drawer the whole drawer is the pane: its close button has the focus at first.
    const element = pane.current?.closest<HTMLElement>("[role=dialog]") ?? pane.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      const { verbs, open, letters, choose, back } = latest.current;
      if (event.defaultPrevented) return;
      const act = actOf(FORM_KEYS, event);
      if (act === "submit") {
        event.preventDefault();
        return choose(open ?? verbs[0] ?? "approve");
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (act === "close" && open !== undefined) {
        event.stopPropagation();
        return back();
      }
      const verb = !letters || isTyping(event.target) ? undefined : verbOfKey(event.key, verbs);
      if (verb === undefined) return;
      event.preventDefault();
      choose(verb);
    };
    const onPageKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (key.length > 1 || !(target instanceof Element) || element.contains(target)) return;
      if (isInOverlay(target) || document.querySelectorAll(OPEN_GATE).length !== 1) return;
      if (element.matches(OPEN_GATE)) onKey(event);
    };
    element.addEventListener("keydown", onKey);
    document.addEventListener("keydown", onPageKey);
    return () => {
      element.removeEventListener("keydown", onKey);
      document.removeEventListener("keydown", onPageKey);
    };
  }, [pane]);
}
