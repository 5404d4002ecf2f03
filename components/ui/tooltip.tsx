"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type TooltipProps = {
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that can be focused. */
  children: ReactElement;
};

/** A few words about what the pointer or the focus is on; never the only place where something is said. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
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
