"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useMedia } from "../ui/behavior/use-media";
import { IconButton } from "../ui/icon-button";

type DockPlace = keyof typeof HEIGHTS;

type DecisionDockProps = {
  /** `panel` beside the plan, `inspector` or `comments` where those are read above it, `sheet` in one that slides over the page. */
  place: DockPlace;
  children: ReactNode;
};

/** How much room it takes at first, and what a person can make of that. On a phone it lies over the foot of the page. */
const HEIGHTS = {
  panel: {
    auto: "h-(--dock) lg:h-[calc(100%-9rem)]",
    small: "h-(--dock) lg:h-[55%]",
    large: "h-[calc(100dvh-9rem)] lg:h-[calc(100%-9rem)]",
  },
  inspector: {
    auto: "h-(--dock) lg:h-[62%]",
    small: "h-(--dock) lg:h-[62%]",
    large: "h-[calc(100dvh-9rem)] lg:h-[calc(100%-9rem)]",
  },
  /** Below comments, which take what room there is. */
  comments: {
    auto: "h-(--dock) lg:h-[42%]",
    small: "h-(--dock) lg:h-[42%]",
    large: "h-[calc(100dvh-9rem)] lg:h-[calc(100%-9rem)]",
  },
  sheet: { auto: "h-(--dock)", small: "h-(--dock)", large: "h-[calc(85dvh-6rem)]" },
} as const;

const DockRoom = createContext<(isWanted: boolean) => void>(() => undefined);

/** While `isWanted`, the dock that holds the caller takes all the room there is for it, unless a person has sized it. */
export function useDockRoom(isWanted: boolean): void {
  const want = useContext(DockRoom);
  useEffect(() => {
    if (!isWanted) return;
    want(true);
    return () => want(false);
  }, [want, isWanted]);
}

/**
 * The room of open decisions: below what is read, with a height that does not follow its content, so that a decision
 * comes and goes without moving anything, and its buttons are always in the same place.
 */
export function DecisionDock({ place, children }: DecisionDockProps) {
  const [chosen, choose] = useState<"small" | "large">();
  const isWide = useMedia("(min-width: 1024px)");
  const [isRoomWanted, wantRoom] = useState(false);
  const isLarge = (chosen ?? (isRoomWanted || (place === "panel" && isWide) ? "large" : "small")) === "large";
  const Icon = isLarge ? ChevronDown : ChevronUp;
  return (
    <section
      aria-label="Open decisions"
      data-dock
      className={`relative shrink-0 rounded-t-2xl border-edge border-t bg-[var(--panel-ground,var(--panel))] shadow-float lg:rounded-none ${HEIGHTS[place][chosen ?? (isRoomWanted ? "large" : "auto")]}`}
    >
      <IconButton
        label={isLarge ? "Make the decision smaller" : "Make the decision larger"}
        side="top"
        aria-expanded={isLarge}
        className="absolute top-1.5 right-2 z-2 pointer-coarse:size-11 pointer-coarse:top-0.5 pointer-coarse:right-0.5"
        onClick={() => choose(isLarge ? "small" : "large")}
      >
        <Icon aria-hidden="true" className="size-4" />
      </IconButton>
      <div className="relative flex h-full flex-col overflow-y-auto rounded-[inherit] [--panel-answer:65cqh] [--panel-corner:3rem] [--panel-head:0px] [container-type:size]">
        <DockRoom value={wantRoom}>{children}</DockRoom>
      </div>
    </section>
  );
}
