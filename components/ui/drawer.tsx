"use client";

import "./style-nonce";
import { Dialog as Radix } from "radix-ui";
import { DialogBody, type DialogProps } from "./dialog";

/** A dialog at the right edge, or as a sheet from below where the page is narrow. Takes what a Dialog takes. */
export function Drawer({ trigger, open, onOpenChange, size = "normal", ...content }: DialogProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="motion-enter fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...(content.description === undefined && { "aria-describedby": undefined })}
          className={`motion-rise fixed z-40 overflow-y-auto border-line bg-raised p-5 text-ink shadow-float max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-2xl max-md:border-t md:inset-y-0 md:right-0 md:w-full md:border-l ${size === "wide" ? "md:max-w-3xl" : "md:max-w-lg"}`}
        >
          <DialogBody {...content} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
