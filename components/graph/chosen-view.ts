import { useSyncExternalStore } from "react";
import { keepChoice, readChoice } from "@/lib/client/kept-choice";
import type { GraphView } from "./graph-bar";

const NAME = "waymark.graph-view";
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The view that a text names, if it names one. */
export const viewOf = (text: string | null | undefined): GraphView | undefined =>
  text === "graph" || text === "list" ? text : undefined;

/** Graph or list as the person chose last, of any plan; undefined before. All graphs of a page follow it. */
export function useChosenView(): [GraphView | undefined, (view: GraphView) => void] {
  const chosen = useSyncExternalStore(
    subscribe,
    () => viewOf(readChoice(NAME)),
    () => undefined,
  );
  return [chosen, chooseView];
}

function chooseView(view: GraphView): void {
  keepChoice(NAME, view);
  for (const tell of listeners) tell();
}
