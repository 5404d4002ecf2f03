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

/**
 * For the buttons at the end of a panel. A container with a padding of its own says by how much they may stand in it, and
 * what they stand on; where other parts stop sticking on a phone, these stay.
 */
export const STAYS_IN_SIGHT = "[position:sticky] bottom-(--panel-foot,0px)";

/** For the head of a panel, with its question and its deadline, in containers that say where it may stand. */
export const HEAD_STAYS_IN_SIGHT =
  "[position:sticky] top-(--panel-head,auto) z-1 pr-(--panel-corner,1rem) bg-inherit shadow-[0_1px_0_var(--line)]";

/** What makes room in a dock that is hardly higher than its question and its answers; what gets the focus shows again. */
export const IN_SMALL_DOCK = {
  left: "[@container_(height<15rem)]:hidden",
  untilFocused: "[@container_(height<20rem)]:not-focus-within:sr-only",
  /** The title in full, below it, where it is cut after two lines. */
  whole: "hidden [@container_(height<18rem)]:block",
  twoLines: "[@container_(height<18rem)]:line-clamp-2",
  /** Says that there is nothing, where what is asked would get no line. */
  nothing: "[@container_(height<18rem)]:hidden",
  /** Where the answers take what its question would: the question moves up to its title, which gets shorter. */
  question: "hidden [@container_(height<16rem)]:block",
  oneLine: "[@container_(height<16rem)]:line-clamp-1",
  tight: "[@container_(height<16rem)]:py-2",
} as const;

/** Of several panels below each other: the buttons of one that has only begun to show would cover its question. */
export const STAYS_AT_ITS_END = "[--panel-foot:auto]";
