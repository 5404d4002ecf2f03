"use client";

import "./style-nonce";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./button";
import { Problem, type ProblemFacts } from "./problem";

type DialogFormFooterProps = {
  /** What was wrong with the last try. */
  problem: ProblemFacts | undefined;
  disabled: boolean;
  /** What sending does, on its button. */
  children: ReactNode;
};

export type DialogProps = {
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  /** A button that opens it; leave it out when `open` is kept by the caller. */
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children?: ReactNode;
  /** Buttons at the end. Wrap one that only closes in `DialogClose`. */
  footer?: ReactNode;
  /** Widest in pixels: 448, or 672. */
  size?: "normal" | "wide";
};

/** A question or a form in front of the page. Escape and a click beside it close it; the focus goes back. */
export function Dialog({ trigger, open, onOpenChange, size = "normal", ...content }: DialogProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="motion-enter fixed inset-0 z-40 grid place-items-center overflow-y-auto bg-veil p-4">
          <Radix.Content
            {...(content.description === undefined && { "aria-describedby": undefined })}
            className={`motion-rise relative w-full rounded-xl border border-line bg-raised p-5 text-ink shadow-float ${size === "wide" ? "max-w-2xl" : "max-w-md"}`}
          >
            <DialogBody {...content} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

type DialogBodyProps = Pick<DialogProps, "title" | "description" | "children" | "footer">;

/** Title, words, content and buttons; a drawer has the same. */
export function DialogBody({ title, description, children, footer }: DialogBodyProps) {
  return (
    <>
      <Radix.Title className="pr-10 font-semibold text-base">{title}</Radix.Title>
      {description !== undefined && (
        <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
      )}
      <Radix.Close
        aria-label="Close"
        className="absolute top-3 right-3 inline-grid size-9 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
      {children && <div className="mt-4">{children}</div>}
      {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
    </>
  );
}

/** Closes the dialog that its one child, a button, stands in. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

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

/** The end of a form in a dialog: what went wrong, and the buttons that leave it and that send it. */
export function DialogFormFooter({ problem, disabled, children }: DialogFormFooterProps) {
  return (
    <>
      <Problem problem={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="main" disabled={disabled}>
          {children}
        </Button>
      </div>
    </>
  );
}
