"use client";

import dynamic from "next/dynamic";
import {
  type ComponentProps,
  cloneElement,
  createContext,
  type ReactElement,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { DialogContent, LosesTyped } from "./dialog-frame";

type ButtonElement = ReactElement<ComponentProps<"button">>;

export type DialogProps = DialogContent & {
  /** A button that opens it; leave it out when `open` is kept by the caller. */
  trigger?: ButtonElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

const loadFrame = () => import("./dialog-frame").then((room) => room.DialogFrame);
const DialogFrame = dynamic(loadFrame, { ssr: false });

/** Fetches the code of dialogs before one opens; a failure shows when one does. */
export const preloadDialog = (): void => void loadFrame().catch(() => undefined);

const CloseDialog = createContext<() => void>(() => undefined);

const Typed = createContext<LosesTyped>({ current: undefined });
/** Where a form says whether closing the layer around it would lose what was typed. */
export const useLosesTyped = () => use(Typed);

/** A question or a form in front of the page. Escape and a click beside it close it, where that loses typed words after a question; the focus goes back. */
export function Dialog(props: DialogProps) {
  return <Layer shape="dialog" {...props} />;
}

/** A dialog at the right edge, or as a sheet from below where the page is narrow. Takes what a Dialog takes. */
export function Drawer(props: DialogProps) {
  return <Layer shape="drawer" {...props} />;
}

type LayerProps = DialogProps & { shape: "dialog" | "drawer" };

/** The button, and once it was opened the layer, whose code comes when it is first needed. */
function Layer({ trigger, open, onOpenChange, ...content }: LayerProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? ownOpen;
  const [isMounted, setMounted] = useState(isOpen);
  if (isOpen && !isMounted) setMounted(true);
  const opener = useRef<HTMLElement>(null);
  const losesTyped: LosesTyped = useRef(undefined);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isOpen && activeElement instanceof HTMLElement) opener.current = activeElement;
  }, [isOpen]);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          "aria-haspopup": "dialog",
          "aria-expanded": isOpen,
          onPointerEnter: preloadDialog,
          onFocus: preloadDialog,
          onClick: ({ currentTarget }) => {
            // Not every browser moves the focus to a button that is clicked.
            currentTarget.focus();
            change(true);
          },
        })}
      {isMounted && (
        <CloseDialog value={() => change(false)}>
          <Typed value={losesTyped}>
            <DialogFrame
              {...content}
              opener={opener}
              losesTyped={losesTyped}
              open={isOpen}
              onOpenChange={change}
            />
          </Typed>
        </CloseDialog>
      )}
    </>
  );
}

/** Closes the dialog that its one child, a button, stands in. */
export function DialogClose({ children }: { children: ButtonElement }) {
  const close = use(CloseDialog);
  const { onClick } = children.props;
  return cloneElement(children, {
    onClick: (event) => {
      onClick?.(event);
      close();
    },
  });
}
