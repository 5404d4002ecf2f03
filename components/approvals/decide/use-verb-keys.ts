"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { GateVerb } from "@/lib/core/run/gates/table";
import { isTyping } from "../../ui/is-typing";
import { verbOfKey } from "./steps";

type VerbKeys = {
  verbs: readonly GateVerb[];
  open: GateVerb | undefined;
  /** False while a second step is asked for: no letter takes it. */
  letters: boolean;
  choose(verb: GateVerb): void;
  back(): void;
};

/** The keys of the table of gates choose a verb while the focus is in the pane and nothing is typed; Ctrl/Cmd-Enter submits. */
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
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return choose(open ?? verbs[0] ?? "approve");
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && open !== undefined) {
        event.stopPropagation();
        return back();
      }
      const verb = !letters || isTyping(event.target) ? undefined : verbOfKey(event.key, verbs);
      if (verb === undefined) return;
      event.preventDefault();
      choose(verb);
    };
    element.addEventListener("keydown", onKey);
    return () => element.removeEventListener("keydown", onKey);
  }, [pane]);
}
