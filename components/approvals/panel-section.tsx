import type { ReactNode } from "react";
import type { ReadPart } from "@/lib/core/run/gates/parts";
import { Skeleton } from "../ui/skeleton";
import { Part } from "./context/unread";

type PanelSectionProps = {
  title: string;
  aside?: ReactNode;
  /** What it draws of what is read before an answer lets something pass. */
  part?: ReadPart | undefined;
  /** Parts within that one. */
  requires?: readonly string[] | undefined;
  children: ReactNode;
};

/** One step of a decision as it is read from top to bottom: a heading, no landmark, since several decisions have the same. */
export function PanelSection({ title, aside, part, requires, children }: PanelSectionProps) {
  return (
    <section className="border-line border-t px-4 py-3">
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-muted text-xs">
        <h3 className="min-w-0 font-semibold uppercase tracking-wider">{title}</h3>
        {aside}
      </div>
      {part === undefined ? (
        children
      ) : (
        <Part name={part} requires={requires}>
          {children}
        </Part>
      )}
    </section>
  );
}

/** In the place of what is read until all of it is there: nothing of it is pushed down then. */
export function AwaitedSections() {
  return (
    <div className="border-line border-t px-4 py-3">
      <Skeleton className="h-40" />
    </div>
  );
}
