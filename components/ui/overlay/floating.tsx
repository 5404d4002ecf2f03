"use client";

import { type ComponentProps, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";

export type Side = "top" | "right" | "bottom" | "left";
export type Align = "start" | "center" | "end";

type FloatingProps = Omit<ComponentProps<"div">, "ref" | "popover"> & {
  anchor: RefObject<HTMLElement | null>;
  side: Side;
  align?: Align;
  onDismiss(): void;
};

/**
 * Stands beside its anchor while it is mounted, above everything else of the page. Esc dismisses it, and only it: the
 * dialog or the panel around it does not hear that key.
 */
export function Floating({ anchor, side, align = "center", onDismiss, className, ...rest }: FloatingProps) {
  const floating = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = floating;
    const { current: target } = anchor;
    if (!element || !target) return;
    const place = () => {
      const viewport = { width: window.innerWidth, height: window.innerHeight };
      const at = placeBeside(target.getBoundingClientRect(), sizeOf(element), viewport, { side, align });
      Object.assign(element.style, { left: `${at.left}px`, top: `${at.top}px` });
    };
    element.showPopover();
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [anchor, side, align]);
  useEscape(onDismiss);
  return <div ref={floating} popover="manual" className={`fixed inset-auto m-0 ${className}`} {...rest} />;
}

type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

/** Pixels between the anchor and what floats beside it, and between that and the edges of the window. */
const GAP_PX = 6;
const MARGIN_PX = 8;

/** Where a box of this size stands: on the other side where this one has no room, and never outside of the window. */
export function placeBeside(
  anchor: Box,
  size: Size,
  viewport: Size,
  { side, align }: { side: Side; align: Align },
): { left: number; top: number } {
  const isVertical = side === "top" || side === "bottom";
  const [start, length] = isVertical ? (["top", "height"] as const) : (["left", "width"] as const);
  const [crossStart, crossLength] = isVertical ? (["left", "width"] as const) : (["top", "height"] as const);
  const before = anchor[start] - GAP_PX - size[length];
  const after = anchor[start] + anchor[length] + GAP_PX;
  const hasRoomBefore = before >= MARGIN_PX;
  const hasRoomAfter = after + size[length] <= viewport[length] - MARGIN_PX;
  const isBefore =
    side === "top" || side === "left" ? hasRoomBefore || !hasRoomAfter : !hasRoomAfter && hasRoomBefore;
  const slack = anchor[crossLength] - size[crossLength];
  const shift = align === "start" ? 0 : align === "end" ? slack : slack / 2;
  const within = (at: number, key: "width" | "height") =>
    Math.max(MARGIN_PX, Math.min(at, viewport[key] - size[key] - MARGIN_PX));
  const main = within(isBefore ? before : after, length);
  const cross = within(anchor[crossStart] + shift, crossLength);
  return isVertical ? { left: cross, top: main } : { left: main, top: cross };
}

const sizeOf = ({ offsetWidth, offsetHeight }: HTMLElement): Size => ({
  width: offsetWidth,
  height: offsetHeight,
});

/** Heard before all others: a dialog around it listens at the document. */
function useEscape(onEscape: () => void): void {
  const dismiss = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      dismiss();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}
