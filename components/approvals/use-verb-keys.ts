"use client";

import { type RefObject, useEffect, useRef } from "react";
import { verbOfKey } from "./steps";
import { isTyping } from "./typing";

type VerbKeys = {
  verbs: readonly string[];
  open: string | undefined;
  choose(verb: string): void;
  back(): void;
};

/** `a`, `r`, `e`, `c` choose a verb while the focus is in the pane and nothing is typed; Ctrl/Cmd-Enter submits. */
export function useVerbKeys(pane: RefObject<HTMLElement | null>, keys: VerbKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      const { verbs, open, choose, back } = latest.current;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return choose(open ?? verbs[0] ?? "approve");
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && open !== undefined) {
        event.stopPropagation();
        return back();
      }
      const verb = isTyping(event.target) ? undefined : verbOfKey(event.key, verbs);
      if (verb === undefined) return;
      event.preventDefault();
      choose(verb);
    };
    element.addEventListener("keydown", onKey);
    return () => element.removeEventListener("keydown", onKey);
  }, [pane]);
}
