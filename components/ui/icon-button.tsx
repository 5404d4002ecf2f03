"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ComponentProps, ReactElement, ReactNode } from "react";

type TooltipProps = {
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that can be focused. */
  children: ReactElement;
};

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does: its name for a screen reader, and the tooltip of everyone else. */
  label: string;
  side?: "top" | "right" | "bottom" | "left";
};

/** A square button with an icon alone. */
export function IconButton({
  label,
  side = "bottom",
  className = "",
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        type={type}
        aria-label={label}
        className={`inline-grid size-9 place-items-center rounded-lg border border-transparent text-muted hover:border-line hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 ${className}`}
        {...rest}
      />
    </Tooltip>
  );
}

/** A few words about what the pointer or the focus is on; never the only place where something is said. */
function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="motion-enter z-50 max-w-72 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-ink text-xs shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
