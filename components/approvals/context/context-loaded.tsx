"use client";

import { Button } from "../../ui/button";
import { PanelSection } from "../panel-section";
import type { ChangesRead } from "./changes/plan-changes";
import { Part, useNotesUnread } from "./unread";
import type { ContextRead } from "./use-approval-context";

type ContextLoadedProps = ContextRead & {
  /** What changed in the plan; absent where that is no part of what is asked. */
  compared?: Omit<ChangesRead, "changes">;
};

/** Says that what a decision needs in addition to the run's state could not be loaded, with the way to it; nothing where it is there. */
export function ContextLoaded({ context, isFetching, load, compared }: ContextLoadedProps) {
  const missing = [
    ...(context === undefined ? [{ what: "all that you decide about", isFetching, load }] : []),
    ...(compared?.isMissing ? [{ ...compared, what: "what changed in the plan" }] : []),
  ];
  const loadAll = () => {
    for (const one of missing) one.load();
  };
  const box = useNotesUnread(missing.length > 0, loadAll, true);
  if (missing.length === 0) return <Part name="context" />;
  return (
    <div ref={box}>
      <PanelSection title="Not loaded">
        <div className="grid gap-2">
          {missing.map((one) => (
            <NotLoaded key={one.what} {...one} />
          ))}
        </div>
      </PanelSection>
    </div>
  );
}

type NotLoadedProps = Pick<ContextRead, "isFetching" | "load"> & { what: string };

/** Says what could not be loaded, and asks for it again. */
export const NotLoaded = ({ what, isFetching, load }: NotLoadedProps) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <p role="alert" className="text-bad">
      <span aria-hidden="true">✕ </span>
      Could not load {what}.
    </p>
    <Button size="small" className="shrink-0" disabled={isFetching} onClick={load}>
      {isFetching ? "Loading…" : "Try again"}
    </Button>
  </div>
);
