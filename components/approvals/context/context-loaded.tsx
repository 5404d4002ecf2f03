"use client";

import { Button } from "../../ui/button";
import { PanelSection } from "../panel-section";
import { Part, useNotesUnread } from "./unread";
import type { ContextRead } from "./use-approval-context";

/** Says that what a decision needs in addition to the run's state could not be loaded, with the way to it; nothing where it is there. */
export function ContextLoaded({ context, isFetching, load }: ContextRead) {
  const box = useNotesUnread(context === undefined, load, true);
  if (context) return <Part name="context" />;
  return (
    <div ref={box}>
      <PanelSection title="Not loaded">
        <NotLoaded what="all that you decide about" {...{ isFetching, load }} />
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
