"use client";

import "../style-nonce";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "../button";

export type DialogContent = {
  title: string;
  /** The title comes later than the sheet, and may then have two lines: it has their room from the start, and no more. */
  isTitleLate?: boolean | undefined;
  /** A sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end. Wrap one that only closes in `DialogClose`. */
  footer?: ReactNode;
  /** Widest in pixels: 448, or 672. */
  size?: "normal" | "wide";
  /** A drawer as high as it can be, whose content has that room to its edges, one below the other, and scrolls by itself. */
  isFilled?: boolean;
};

/** Whether closing a layer loses what was typed in it; absent where nothing can be lost. */
export type LosesTyped = RefObject<(() => boolean) | undefined>;

type DialogFrameProps = DialogContent & {
  shape: "dialog" | "drawer";
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What has the focus once it is closed, if it is still there. */
  opener: RefObject<HTMLElement | null>;
  losesTyped?: LosesTyped;
};

/** The layer of a dialog or a drawer: it keeps the focus, and the page behind it still. Loaded when the first one opens. */
export function DialogFrame(props: DialogFrameProps) {
  const { losesTyped, ...shown } = props;
  const { open, onOpenChange } = shown;
  const [asks, setAsks] = useState(false);
  const typedIn = useRef<HTMLElement>(null);
  const change = (next: boolean) => {
    if (next || !losesTyped?.current?.()) return onOpenChange(next);
    typedIn.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setAsks(true);
  };
  const discard = () => {
    setAsks(false);
    onOpenChange(false);
  };
  return (
    <>
      <Frame {...shown} onOpenChange={change} />
      <Frame
        shape="dialog"
        title="Discard what you typed?"
        open={asks && open}
        onOpenChange={setAsks}
        opener={typedIn}
        footer={
          <>
            <Button variant="danger" onClick={discard}>
              Discard
            </Button>
            <Button variant="main" onClick={() => setAsks(false)}>
              Continue editing
            </Button>
          </>
        }
      />
    </>
  );
}

function Frame({
  shape,
  open,
  onOpenChange,
  opener,
  size = "normal",
  isFilled = false,
  ...body
}: Omit<DialogFrameProps, "losesTyped">) {
  const content = {
    ...(body.description === undefined && { "aria-describedby": undefined }),
    // Over another layer that keeps the focus, it can be given only now.
    onOpenAutoFocus: (event: Event) => {
      const field = (event.currentTarget as Element).querySelector<HTMLElement>("[data-first]");
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      opener.current?.focus();
    },
    // From the last stop the focus goes back to the first without scrolling to it, and out of sight.
    onFocus: ({ target }: { target: Element }) => {
      if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest" });
    },
    // React lets events rise to where the dialog was opened: a form around that place would be sent with the one in here.
    onSubmit: (event: FormEvent) => event.stopPropagation(),
    children: <DialogBody {...body} shape={shape} isFilled={isFilled} />,
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {shape === "dialog" ? (
          // Its upper edge stays where it is while what is in it comes and goes.
          <Radix.Overlay className="motion-veil fixed inset-0 z-40 grid content-start justify-items-center overflow-y-auto bg-veil p-4 pt-[12dvh]">
            <Radix.Content
              {...content}
              className={`motion-rise relative w-full rounded-xl border border-line bg-raised p-5 text-ink shadow-float ${size === "wide" ? "max-w-2xl" : "max-w-md"}`}
            />
          </Radix.Overlay>
        ) : (
          <>
            <Radix.Overlay className="motion-veil fixed inset-0 z-40 bg-veil" />
            <Radix.Content
              {...content}
              className={`motion-rise fixed z-40 ${isFilled ? "flex flex-col overflow-hidden max-md:h-[85dvh]" : `overflow-y-auto ${SHEET}`} border-line bg-raised p-5 text-ink shadow-float max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:rounded-t-2xl max-md:border-t md:inset-y-0 md:right-0 md:w-full md:border-l ${size === "wide" ? "md:max-w-3xl" : "md:max-w-lg"}`}
            />
          </>
        )}
      </Radix.Portal>
    </Radix.Root>
  );
}

const FILLED = "-mx-5 mt-4 -mb-5 flex min-h-0 grow flex-col [--panel-ground:var(--raised)]";
/**
 * The room of a sheet from below is the same before its content is there; where a keyboard leaves hardly any, the content
 * has what it needs.
 */
const SHEET = "sheet:flex sheet:h-[85dvh] sheet:flex-col";
const CONTENT = {
  dialog: "mt-4",
  drawer: "mt-4 sheet:flex sheet:shrink-0 sheet:grow sheet:flex-col",
} as const;

/** Title, words, content and buttons. */
function DialogBody(props: DialogContent & Pick<DialogFrameProps, "shape">) {
  const { shape, title, isTitleLate = false, description, children, footer, isFilled } = props;
  return (
    <>
      <Radix.Title
        className={`pr-10 font-semibold text-base ${isTitleLate ? "sheet:line-clamp-2 sheet:min-h-[2lh]" : ""}`}
      >
        {title}
      </Radix.Title>
      {description !== undefined && (
        <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
      )}
      <Radix.Close
        aria-label="Close"
        className="absolute top-3 right-3 inline-grid size-9 pointer-coarse:top-2 pointer-coarse:right-2 pointer-coarse:size-11 place-items-center rounded-lg text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
      {children && <div className={isFilled ? FILLED : CONTENT[shape]}>{children}</div>}
      {footer && <div className="mt-5 flex flex-wrap justify-end gap-2">{footer}</div>}
    </>
  );
}
