"use client";

import { Keyboard as KeyboardIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../ui/icon-button";
import { Dialog } from "../ui/overlay/dialog";
import { shortcutOf } from "./routes";

const ShortcutList = dynamic(() => import("./shortcut-list").then((room) => room.ShortcutList), {
  ssr: false,
});

/** Keys that work on every page, and the list of them. Off while somebody types. */
export function Keyboard() {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const before = useRef<{ key: string; at: number }>(undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      const pressed = { key: event.key, at: event.timeStamp };
      const shortcut = shortcutOf(pressed, before.current);
      before.current = pressed;
      if (shortcut === undefined) return;
      event.preventDefault();
      if (shortcut === "help") setOpen(true);
      else router.push(shortcut.go);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        side="top"
        className="max-md:hidden"
        onClick={() => setOpen(true)}
      >
        <KeyboardIcon aria-hidden="true" className="size-4" />
      </IconButton>
      <Dialog title="Keyboard shortcuts" open={open} onOpenChange={setOpen}>
        <ShortcutList />
      </Dialog>
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null
  );
}
