"use client";

import { type ComponentProps, useEffect, useRef, useState } from "react";
import { LiveButton } from "./live";
import { Floating, type Side } from "./overlay/floating";

type IconButtonProps = Pick<
  ComponentProps<"button">,
  | "type"
  | "className"
  | "disabled"
  | "onClick"
  | "children"
  | "aria-expanded"
  | "aria-disabled"
  | "aria-haspopup"
  | "aria-keyshortcuts"
> & {
  /** Its name in the command palette, which offers it where this is said. */
  "data-act"?: string;
  /** What it does: its name for a screen reader, and the tooltip of everyone else. */
  label: string;
  side?: Side;
};

/** A square button with an icon alone. */
export function IconButton({ label, side = "bottom", className = "", onClick, ...rest }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isShown, show, hide } = useTooltip();
  return (
    <>
      <LiveButton
        ref={button}
        aria-label={label}
        className={`inline-grid size-9 shrink-0 place-items-center rounded-lg border border-transparent text-muted hover:border-line hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ${className}`}
        onPointerEnter={({ pointerType }) => pointerType !== "touch" && show(POINTED_MS)}
        onPointerLeave={() => hide(LEFT_MS)}
        onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && show(0)}
        onBlur={() => hide(BLURRED_MS)}
        onClick={(event) => {
          hide(0);
          onClick?.(event);
        }}
        {...rest}
      />
      {isShown && (
        // The button has these words as its name: said once more they would only be heard twice.
        <Floating
          anchor={button}
          side={side}
          role="tooltip"
          aria-hidden="true"
          onDismiss={() => hide(0)}
          onPointerEnter={() => show(0)}
          onPointerLeave={() => hide(LEFT_MS)}
          className="motion-enter max-w-72 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-ink text-xs shadow-float"
        >
          {label}
        </Floating>
      )}
    </>
  );
}

/** How long the pointer rests before the tooltip comes, and how long it has to reach it. */
const POINTED_MS = 400;
const LEFT_MS = 150;
/** Until the focus has arrived elsewhere: a dialog takes it back where something of it goes while it is on its way. */
const BLURRED_MS = 1;

/** Shows and hides after a while; the last wish counts. */
function useTooltip() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setShown(next);
    else timer.current = setTimeout(() => setShown(next), afterMs);
  };
  return {
    isShown,
    show: (afterMs: number) => change(true, afterMs),
    hide: (afterMs: number) => change(false, afterMs),
  };
}
